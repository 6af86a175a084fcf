/** Copy a text and export systems: their keys and overlays. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { exportedSystems, copyTexts } from '../../state/export/update.ts';
import type { ExportScope } from '../../state/export/feature.ts';
import type { State } from '../../state/state.ts';
import { copyLayout } from '../../state/kernel/layout.ts';
import { useTones } from '../parts/theme.ts';
import { CursorRows, plain } from '../parts/table.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import type { ViewProps, ScreenDefinitions } from '../screen-definition.ts';
import { clean } from '../text/clean.ts';
import { clip } from '../text/fit.ts';
import { count, plural } from '../text/numbers.ts';
import { bind, type BindingGroup, nextAndPrevious, noList, noSystem } from '../keys/binding.ts';

/** In the list. */
export const copyBinding = bind(['y'], 'copy: name, id, fields, marked', 'copyOpened', { refusal: noSystem });

/** In the list. */
export const exportBinding = bind(['e'], 'export to CSV and JSON', 'exportOpened', { refusal: noList });

const copyKeys: BindingGroup = {
  title: 'Copy',
  bindings: [
    bind(['enter', 'y'], 'send it to your terminal', 'textCopied', { hint: 'send it' }),
    ...nextAndPrevious,
    bind(['esc', 'q'], 'copy nothing', 'overlayClosed', { hint: 'copy nothing' }),
  ],
};

const exportKeys: BindingGroup = {
  title: 'Export',
  bindings: [
    bind(
      ['m'],
      'write the marked into files',
      { kind: 'systemsExported', scope: 'marked' },
      {
        hint: 'the marked',
        refusal: ({ marks: { marked: marks } }) => (marks.size === 0 ? 'nothing is marked' : null),
      },
    ),
    bind(
      ['s', 'enter'],
      'write those shown into files',
      { kind: 'systemsExported', scope: 'shown' },
      { hint: 'those shown' },
    ),
    bind(
      ['a'],
      'write all that were read into files',
      { kind: 'systemsExported', scope: 'read' },
      { hint: 'all read' },
    ),
    bind(['esc', 'q'], 'write nothing', 'overlayClosed', { hint: 'nothing' }),
  ],
};

export const exportScreens: ScreenDefinitions<'copy' | 'exportSystems'> = {
  copy: {
    View: CopyScreen,
    keys: [copyKeys],
  },
  exportSystems: { View: ExportScreen, keys: [exportKeys] },
};

/** Shows the text as well: not every terminal copies (OSC 52), and none confirms it. */
function CopyScreen({ state, screen }: ViewProps<'copy'>): ReactNode {
  const tones = useTones();
  const texts = copyTexts(state);
  const layout = copyLayout(state.rows, texts.length);
  const lines = texts[Math.min(screen.list.row, texts.length - 1)]?.lines ?? [];
  return (
    <ScreenFrame state={state} status={clean('Copy · sent to your terminal, which puts it on its clipboard')}>
      <CursorRows
        items={texts}
        at={screen.list}
        height={layout.list}
        width={state.columns}
        partsOf={({ what }) => [plain(clip(clean(what), state.columns - 2))]}
      />
      <Text> </Text>
      {lines.slice(0, layout.text).map((line, at) => (
        <Text key={at} wrap="truncate" {...tones.dim}>
          {clip(clean(line), state.columns)}
        </Text>
      ))}
    </ScreenFrame>
  );
}

function ExportScreen({ state }: ViewProps<'exportSystems'>): ReactNode {
  const words = { marked: 'm  the marked', shown: 's  those shown', read: 'a  all that were read' } as const;
  return (
    <ScreenFrame
      state={state}
      status={clean('Export · a CSV and a JSON file, for you alone, in the folder you are in')}
    >
      {(['marked', 'shown', 'read'] as const).map((scope) => (
        <Text key={scope} wrap="truncate">
          {clip(clean(`${words[scope]}: ${exportWords(state, scope)}`), state.columns)}
        </Text>
      ))}
    </ScreenFrame>
  );
}

/** `200 systems of 12,035`: the list may be loaded in part. */
function exportWords(state: State, scope: ExportScope): string {
  const systems = exportedSystems(state, scope).length;
  const total = state.list.listing.scan?.total ?? 0;
  return `${plural(systems, 'system')}${scope === 'read' && total > systems ? ` of ${count(total)}` : ''}`;
}
