/** The keys and overlays to copy a text and to export systems. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { copyLayout } from '../../state/kernel/list-view.ts';
import { exportedSystems, type ExportScope } from '../../state/fleet/export.ts';
import type { State } from '../../state/root/state.ts';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import { useTones } from '../parts/root-context.ts';
import { CursorRows, plain } from '../parts/table.tsx';
import {
  type ScreenDefinitions,
  type ViewProps,
  bind,
  type BindingGroup,
  nextAndPrevious,
  noList,
  noSystem,
} from '../screen-definition.ts';
import { clean } from '../text/clean.ts';
import { clip, wrapText } from '../text/fit.ts';
import { count, plural } from '../text/quantities.ts';

export const copyBinding = bind(['y'], 'copy: name, id, fields, marked systems', 'copyOpened', { refusal: noSystem });

export const exportBinding = bind(['e'], 'export to CSV and JSON', 'exportOpened', { refusal: noList });

const copyKeys: BindingGroup = {
  title: 'Copy',
  bindings: [
    bind(['enter', 'y'], 'copy it', 'textCopied', { hint: 'copy' }),
    ...nextAndPrevious,
    bind(['esc', 'h', 'left', 'q'], 'copy nothing', 'overlayClosed', { hint: 'cancel' }),
  ],
};

const scopes = [
  { scope: 'marked', keys: ['m'], words: 'marked systems', hint: 'marked systems' },
  { scope: 'shown', keys: ['s', 'enter'], words: 'shown systems', hint: 'shown systems' },
  { scope: 'read', keys: ['a'], words: 'all loaded systems', hint: 'all loaded' },
] as const;

const exportKeys: BindingGroup = {
  title: 'Export',
  bindings: [
    ...scopes.map(({ scope, keys, words, hint }) => {
      const refusal = ({ marks }: State): string | null =>
        scope === 'marked' && marks.marked.size === 0 ? 'nothing is marked' : null;
      return bind(keys, `write ${words} into files`, { kind: 'systemsExported', scope }, { hint, refusal });
    }),
    bind(['esc', 'q'], 'write nothing', 'overlayClosed', { hint: 'cancel' }),
  ],
};

export const exportScreens: ScreenDefinitions<'copy' | 'exportSystems'> = {
  copy: { View: CopyScreen, keys: [copyKeys] },
  exportSystems: { View: ExportScreen, keys: [exportKeys] },
};

/** The texts to copy. Some terminals ignore OSC 52, and none confirms it. */
function CopyScreen({ state, screen }: ViewProps<'copy'>): ReactNode {
  const { columns, rows } = state;
  const { texts, list } = screen;
  const tones = useTones();
  const layout = copyLayout(rows, texts.length);
  const lines = texts[Math.min(list.row, texts.length - 1)]?.lines ?? ['It is hidden: v shows it first.'];
  const shown = lines.slice(0, layout.text).flatMap((line) => wrapText(clean(line), columns));
  return (
    <ScreenFrame
      state={state}
      title={clean('Copy')}
      facts={clean('Copies through your terminal (it does not confirm).')}
    >
      <CursorRows
        items={texts}
        at={list}
        height={layout.list}
        width={columns}
        partsOf={({ what }) => [plain(clip(clean(what), columns - 2))]}
      />
      <Text> </Text>
      {shown.slice(0, layout.text).map((line, index) => (
        <Text key={index} wrap="truncate" {...tones.dim}>
          {line}
        </Text>
      ))}
    </ScreenFrame>
  );
}

function ExportScreen({ state }: ViewProps<'exportSystems'>): ReactNode {
  return (
    <ScreenFrame
      state={state}
      title={clean('Export')}
      facts={clean(`A CSV and a JSON file that you alone can read, in ${state.session.folder}.`)}
    >
      {scopes.map(({ scope, keys: [key], words }) => (
        <Text key={scope} wrap="truncate">
          {clip(clean(`${key}  ${words}: ${exportWords(state, scope)}`), state.columns)}
        </Text>
      ))}
    </ScreenFrame>
  );
}

/** `200 systems of 12,035`: the list may be incomplete. */
function exportWords(state: State, scope: ExportScope): string {
  const systems = exportedSystems[scope](state).length;
  const total = state.list.listing.scan?.total ?? 0;
  return `${plural(systems, 'system')}${scope === 'read' && total > systems ? ` of ${count(total)}` : ''}`;
}
