/** Copies texts to the clipboard, and exports systems into files. */
import { exportingEffects } from './effects.ts';
import { type Feature, overlayList } from '../../root/feature.ts';
import type { System } from '../../../api/system.ts';
import type { CopyText, ExportScope } from './feature.ts';
import { grouped, safeJson, shellWord } from '../../kernel/spelling.ts';
import { systemsRead, systemsShown } from '../list/listing.ts';
import { atTop, copyLayout } from '../../kernel/list-view.ts';
import { recordOf } from '../systems/fields.ts';
import { systemAtHand } from '../list/public.ts';
import type { State } from '../../root/state.ts';
import { addressInPortal } from '../systems/portal-link.ts';
import { withNotice } from '../../root/step.ts';
import { holdsToken } from '../../kernel/form.ts';
import { firstDays } from '../../session/session.ts';
import { defaultProfile } from '../../session/profile-settings.ts';

export const exportedSystems: Readonly<Record<ExportScope, (state: State) => readonly System[]>> = {
  marked: ({ marks }) => Array.from(marks.marked.values(), ({ system }) => system),
  shown: ({ list }) => systemsShown(list.listing),
  read: ({ list }) => systemsRead(list.listing),
};

export function copyTexts(state: State): readonly CopyText[] {
  const texts: CopyText[] = [];
  const system = systemAtHand(state);
  if (system !== undefined) {
    if (system.hostname !== null) texts.push({ what: 'name', lines: [system.hostname] });
    texts.push({ what: 'id', lines: [system.systemId] });
    if (system.connectedFrom !== null) texts.push({ what: 'address', lines: [system.connectedFrom] });
    const address = addressInPortal(state, system);
    if (address !== null) texts.push({ what: 'address in the portal', lines: [address] });
    texts.push({ what: 'all fields, as JSON', lines: safeJson(recordOf(system)).split('\n') });
  }
  const marked = exportedSystems.marked(state);
  if (marked.length > 0) {
    const those = `of the ${grouped(marked.length)} marked`;
    texts.push({ what: `names ${those}`, lines: marked.map(({ hostname, systemId }) => hostname ?? systemId) });
    texts.push({ what: `ids ${those}`, lines: marked.map(({ systemId }) => systemId) });
  }
  const line = commandLineOf(state);
  return line === null ? texts : [...texts, { what: 'command line that opens this list', lines: [line] }];
}

/** For a ticket: it opens the organisation with this filter, search and threshold. Null before one is open. */
function commandLineOf({ organisation, session, list: { listing }, staleness }: State): string | null {
  if (organisation === null) return null;
  const { search = '' } = listing.scan?.query ?? {};
  const given = [
    ['base-url', session.flaggedBaseUrl === session.baseUrl ? (session.baseUrl ?? '') : ''],
    ['profile', session.profile === defaultProfile ? '' : session.profile],
    ['org', organisation.orgId],
    ['search', holdsToken(search) ? '' : search],
    ['filter', holdsToken(listing.view.filter.text) ? '' : listing.view.filter.text],
    ['days', staleness.days === firstDays(session) ? '' : String(staleness.days)],
  ].filter(([, text]) => text !== '');
  return [
    'rollcall',
    ...(session.isDemo ? ['--demo'] : []),
    ...given.map(([name, text = '']) => `--${name}=${shellWord(text)}`),
  ].join(' ');
}

export const exporting: Feature<'exporting'> = {
  update: {
    copyOpened: (state) => [{ ...state, overlay: { kind: 'copy', list: atTop, texts: copyTexts(state) } }],
    textCopied(state) {
      const { overlay } = state;
      const text = overlay?.kind === 'copy' ? overlay.texts[overlay.list.row] : undefined;
      if (text === undefined) return [state];
      const { lines, leftOut } = text;
      const closed: State = { ...state, overlay: null };
      if (lines === null) return [withNotice(closed, 'Not copied: it is hidden. v shows it, then y.')];
      const shown = lines.length > 1 ? `${grouped(lines.length)} lines` : (lines[0] ?? '');
      const what = leftOut === undefined ? `: ${shown}` : ` without ${leftOut}.`;
      return [withNotice(closed, `Copied through your terminal${what}`), { kind: 'copyLines', lines }];
    },
    exportOpened: (state) => [{ ...state, overlay: { kind: 'exportSystems' } }],
    systemsExported(state, action) {
      const systems = exportedSystems[action.scope](state);
      const isVerified = state.clock.kind !== 'unverified';
      const effect = {
        kind: 'exportSystems',
        systems,
        days: state.staleness.days,
        now: state.now,
        isVerified,
      } as const;
      return [{ ...state, overlay: null }, effect];
    },
  },
  effects: exportingEffects,
  screens: {
    copy: {
      list(state, overlay) {
        const { length } = overlay.texts;
        return overlayList(state, overlay, { length, height: copyLayout(state.rows, length).list });
      },
    },
    exportSystems: {},
  },
};
