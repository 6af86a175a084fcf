/** Copies texts to the clipboard, and exports systems into files. */
import type { None, Tagged } from '../kernel/declare.ts';
import type { System } from '../../api/system.ts';
import type { JudgedBy } from './staleness/staleness.ts';
import { type ListPosition, atTop, copyLayout } from '../kernel/list-view.ts';
import { type Feature, overlayList, type Effects, withNotice } from '../root/feature.ts';
import { groupDigits, safeJson, shellWord } from '../kernel/spelling.ts';
import { systemsRead, systemsShown } from './list/listing.ts';
import { recordOf } from './systems/fields.ts';
import { systemAtHand } from './list/feature.ts';
import type { State, Action } from '../root/state.ts';
import { addressInPortal, defaultProfile } from '../session/profile-settings.ts';
import { holdsToken } from '../kernel/form.ts';
import { codeOf } from '../kernel/files.ts';

export type ExportScope = 'marked' | 'shown' | 'read';

/**
 * Either all files were written, or none. If none: the file that failed, the code of the operating system, and whether
 * a part of that file remains.
 */
export type ExportWritten =
  | { readonly ok: true; readonly paths: readonly string[] }
  | { readonly ok: false; readonly file: string; readonly code: string; readonly isPartLeft: boolean };

/** A file for data that arrives in pieces. `close(false)` removes an incomplete file. */
export interface ExportFile {
  readonly path: string;
  readonly write: (piece: Uint8Array) => Promise<void>;
  readonly close: (isWhole: boolean) => Promise<void>;
}

export interface CopyText {
  readonly what: string;
  /** One element per line; null: the text is hidden and must be shown before it can be copied. */
  readonly lines: readonly string[] | null;
  /** Names the values left out of the copy, to follow "without"; undefined: nothing is left out. */
  readonly leftOut?: string | undefined;
}

export interface ExportFeature {
  readonly action: Tagged<{
    copyOpened: None;
    textCopied: None;
    exportOpened: None;
    systemsExported: { scope: ExportScope };
  }>;
  readonly effect: Tagged<{
    exportSystems: { systems: readonly System[] } & JudgedBy;
    copyText: { text: string };
    /** Copies the lines with control characters made visible, so that pasting them cannot run a command. */
    copyLines: { lines: readonly string[] };
  }>;
  readonly overlay: Tagged<{
    /** The texts that the screen beneath offered when the menu was opened. */
    copy: { list: ListPosition; texts: readonly CopyText[] };
    exportSystems: None;
  }>;
  readonly port: {
    /** Writes files that only you can read, with ages and staleness as of `now`. */
    readonly exportSystems: (systems: readonly System[], by: JudgedBy) => Promise<ExportWritten>;
    /** Opens a file for data too large to hold in memory. Rejects with the operating system's error code. */
    readonly openExport: (about: { readonly name: string; readonly extension: string }) => Promise<ExportFile>;
  };
}

declare module '../root/state.ts' {
  interface Features {
    readonly exporting: ExportFeature;
  }
}

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
    const those = `of the ${groupDigits(marked.length)} marked`;
    texts.push({ what: `names ${those}`, lines: marked.map(({ hostname, systemId }) => hostname ?? systemId) });
    texts.push({ what: `ids ${those}`, lines: marked.map(({ systemId }) => systemId) });
  }
  const line = commandLineOf(state);
  return line === null ? texts : [...texts, { what: 'command line that opens this list', lines: [line] }];
}

/**
 * A command line for a ticket, which opens the organisation with this filter, search and threshold on any computer.
 * Null before an organisation is open.
 */
function commandLineOf({ organisation, session, list: { listing }, staleness }: State): string | null {
  if (organisation === null) return null;
  const { search = '' } = listing.scan?.query ?? {};
  const given = [
    ['base-url', session.flaggedBaseUrl === session.baseUrl ? (session.baseUrl ?? '') : ''],
    ['profile', session.profile === defaultProfile ? '' : session.profile],
    ['org', organisation.orgId],
    ['search', holdsToken(search) ? '' : search],
    ['filter', holdsToken(listing.view.filter.text) ? '' : listing.view.filter.text],
    ['days', String(staleness.days)],
  ].filter(([, text]) => text !== '');
  return [
    'rollcall',
    ...(session.isDemo ? ['--demo'] : []),
    ...given.map(([name, text = '']) => `--${name}=${shellWord(text)}`),
  ].join(' ');
}

const exportingEffects: Effects<'exporting'> = {
  exportSystems: (effect, { ports }) => exportFiles(() => ports.exportSystems(effect.systems, effect)),
  copyText({ text }, { ports }) {
    ports.copyText(text);
    return null;
  },
  copyLines({ lines }, { ports }) {
    ports.copyLines(lines);
    return null;
  },
};

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
      const shown = lines.length > 1 ? `${groupDigits(lines.length)} lines` : (lines[0] ?? '');
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

export async function exportFiles(write: () => Promise<ExportWritten>): Promise<Action> {
  try {
    const result = await write();
    if (result.ok) return { kind: 'runExported', paths: result.paths };
    const { file, code, isPartLeft } = result;
    return { kind: 'exportFailed', file, code, isPartLeft };
  } catch (error) {
    return { kind: 'exportFailed', file: null, code: codeOf(error), isPartLeft: false };
  }
}
