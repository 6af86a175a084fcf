/** How are help, palette, a new token's field and the question before leaving drawn? In the place of the screen's body. */
import { placed } from '../../state/kernel/list-cursor.ts';
import { Text } from 'ink';
import type { ReactElement, ReactNode } from 'react';
import type { Overlay, State } from '../../state/state.ts';
import { bodyRows } from '../../state/kernel/layout.ts';
import { keyGroups } from '../keys/active-keys.ts';
import { keyLabel } from '../keys/key-name.ts';
import { Field } from '../parts/field.tsx';
import { helpHeight } from '../help/help-layout.ts';
import { HelpOverlay } from '../help/help-overlay.tsx';
import { Row } from '../parts/row.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { type Clean, clean } from '../text/clean.ts';
import { statusLine } from '../text/status-line.ts';
import { quoted } from '../text/quote.ts';
import { clip, fit, width } from '../text/fit.ts';
import { count } from '../text/numbers.ts';
import type { SessionNote } from '../../state/resume/model.ts';
import { age } from '../text/times.ts';
import { viewLength } from '../../state/list/rows.ts';
import { helpColumns, helpGroups } from '../help/help-groups.ts';
import { ColumnsScreen, SaveViewScreen } from '../columns/columns-overlays.tsx';
import { CopyScreen, ExportScreen } from '../export/export-overlays.tsx';
import { KeepingScreen } from '../token-storage/token-storage-overlay.tsx';
import { MarksLostScreen, QuitScreen, SignOutScreen } from './loss-overlays.tsx';
import { NewTokenScreen } from '../sign-in/replace-token-overlay.tsx';
import { ProfilesScreen } from '../profiles/profiles-overlay.tsx';
import { WeakeningScreen } from '../settings/weakening-overlay.tsx';
import { paletteEntries, type PaletteEntry } from '../palette/palette-entries.ts';

/** Rows of the palette's list: without its field. */
export function paletteRows(rows: number): number {
  return Math.max(1, bodyRows(rows) - 1);
}

export function OverlayScreen({ state, overlay }: { readonly state: State; readonly overlay: Overlay }): ReactElement {
  switch (overlay.kind) {
    case 'help':
      return (
        <ScreenFrame state={state} status={helpStatus(state, overlay)}>
          {overlay.typed !== null && <HelpSearch typed={overlay.typed} columns={state.columns} />}
          <HelpOverlay
            groups={helpGroups(state)}
            columns={helpColumns(state)}
            rows={helpRows(state, overlay)}
            offset={overlay.list.row}
          />
        </ScreenFrame>
      );
    case 'palette':
      return <Palette state={state} overlay={overlay} />;
    case 'token':
      return <NewTokenScreen state={state} overlay={overlay} />;
    case 'resume':
      return <Resume state={state} note={overlay.note} />;
    case 'copy':
      return <CopyScreen state={state} overlay={overlay} />;
    case 'exportSystems':
      return <ExportScreen state={state} />;
    case 'columns':
      return <ColumnsScreen state={state} overlay={overlay} />;
    case 'saveView':
      return <SaveViewScreen state={state} />;
    case 'weakening':
      return <WeakeningScreen state={state} weakened={overlay.weakened} />;
    case 'markAll':
      return <MarkAll state={state} />;
    case 'keeping':
      return <KeepingScreen state={state} overlay={overlay} />;
    case 'profiles':
      return <ProfilesScreen state={state} overlay={overlay} />;
    case 'quit':
      return <QuitScreen state={state} />;
    case 'signOut':
      return <SignOutScreen state={state} />;
    case 'marksLost':
      return <MarksLostScreen state={state} overlay={overlay} />;
  }
}

function helpRows({ rows }: State, { typed }: Overlay & { kind: 'help' }): number {
  return bodyRows(rows) - (typed === null ? 0 : 1);
}

/** Of a help that is longer than the screen, which part is shown. */
function helpStatus(state: State, overlay: Overlay & { readonly kind: 'help' }): Clean {
  const height = helpHeight(helpGroups(state), helpColumns(state));
  const rows = helpRows(state, overlay);
  const title = { forms: ['Keys of this screen'] };
  if (height <= rows || state.session.isPlain) return statusLine([title], state.columns);
  const top = Math.min(overlay.list.row, height - rows);
  const part = `lines ${top + 1}–${top + rows} of ${height}`;
  return statusLine([title, { forms: [`${part}, j and k move`, part], weight: 1 }], state.columns);
}

function HelpSearch({ typed, columns }: { readonly typed: string; readonly columns: number }): ReactNode {
  return <Field label={clean('/')} value={typed} columns={columns} />;
}

function Resume({ state, note }: { readonly state: State; readonly note: SessionNote }): ReactNode {
  const filter = note.filter === '' ? '' : `, filter "${note.filter}"`;
  const search = note.search === '' ? '' : `, search "${note.search}"`;
  const marks = note.marks.length === 0 ? '' : `, ${count(note.marks.length)} marked`;
  const ago = age(Math.max(0, state.now - note.at));
  return (
    <ScreenFrame state={state} status={clean('The session before was cut off')}>
      <Text>{clean(`${ago} ago: ${note.orgName}${search}${filter}${marks}.`)}</Text>
      <Text>Its marks are set again as their systems are read.</Text>
    </ScreenFrame>
  );
}

function MarkAll({ state }: { readonly state: State }): ReactNode {
  const { scan, view } = state.list.listing;
  const shown = scan === null ? 0 : viewLength(view, scan);
  const total = scan?.total == null ? 'an unknown number' : count(scan.total);
  return (
    <ScreenFrame state={state} status={clean('Mark all')}>
      <Text>
        {clean(`The list is not read to its end: ${count(scan?.count ?? 0)} of ${total} systems are here, and `)}
        {clean(`${count(shown)} of them are shown. Mark these, or read the rest first?`)}
      </Text>
    </ScreenFrame>
  );
}

function Palette({
  state,
  overlay,
}: {
  readonly state: State;
  readonly overlay: Overlay & { kind: 'palette' };
}): ReactNode {
  const entries = paletteEntries(state, keyGroups(state));
  // A terminal that has become smaller still shows the row of the cursor.
  const { row, top } = placed(overlay.list, overlay.list.row, entries.length, paletteRows(state.rows));
  const { columns } = state;
  return (
    <ScreenFrame state={state} status={clean('Palette · every action of this screen')}>
      <Field label={clean(':')} value={overlay.typed} columns={columns} />
      {entries.length === 0 && <Text>{clip(clean(`No action matches ${quoted(overlay.typed)}.`), columns)}</Text>}
      {entries.slice(top, top + paletteRows(state.rows)).map((entry, at) => (
        <EntryLine key={entry.binding.does} entry={entry} columns={columns} hasCursor={top + at === row} />
      ))}
    </ScreenFrame>
  );
}

function EntryLine({
  entry,
  columns,
  hasCursor,
}: {
  entry: PaletteEntry;
  columns: number;
  hasCursor: boolean;
}): ReactNode {
  const { binding, refusal } = entry;
  const key = clean(keyLabel(binding.keys[0] ?? ''));
  const tone = refusal === null ? 'plain' : 'dim';
  const words = clip(clean(fit(key, 7) + binding.does), columns - 2);
  const why = refusal === null ? clean('') : clip(clean(` (${refusal})`), columns - 2 - width(words));
  return <Row hasCursor={hasCursor} width={columns} parts={[{ text: clean(words + why), tone }]} />;
}
