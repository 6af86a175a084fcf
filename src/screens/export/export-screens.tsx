/** The overlays of the export: copy a text, and write systems into files. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { placed } from '../../state/kernel/list-cursor.ts';
import { exportedSystems, copyTexts } from '../../state/export/update.ts';
import type { ExportScope } from '../../state/export/model.ts';
import type { State } from '../../state/state.ts';
import { copyLayout } from '../../state/kernel/layout.ts';
import { useTones } from '../parts/theme.ts';
import { Row } from '../parts/row.tsx';
import { ScreenFrame } from '../frame/screen-frame.tsx';
import type { ViewProps, ScreenDefinitions } from '../screen-definition.ts';
import { clean } from '../text/clean.ts';
import { clip } from '../text/fit.ts';
import { count, plural } from '../text/numbers.ts';
import { copyKeys, exportKeys } from './export-keys.ts';

export const exportScreens: ScreenDefinitions<'copy' | 'exportSystems'> = {
  copy: {
    View: CopyScreen,
    keys: [copyKeys],
    extent: (state) => {
      const { length } = copyTexts(state);
      return { length, height: copyLayout(state.rows, length).list };
    },
  },
  exportSystems: { View: ExportScreen, keys: [exportKeys] },
};

/** The text is shown as well: not every terminal takes what is sent to it, and none says so. */
function CopyScreen({ state, screen }: ViewProps<'copy'>): ReactNode {
  const tones = useTones();
  const texts = copyTexts(state);
  const layout = copyLayout(state.rows, texts.length);
  // A terminal that has become smaller still shows the row of the cursor.
  const list = placed(screen.list, screen.list.row, texts.length, layout.list);
  const lines = texts[list.row]?.lines ?? [];
  return (
    <ScreenFrame state={state} status={clean('Copy · sent to your terminal, which puts it on its clipboard')}>
      {texts.slice(list.top, list.top + layout.list).map(({ what }, at) => (
        <Row
          key={what}
          hasCursor={list.top + at === list.row}
          width={state.columns}
          parts={[{ text: clip(clean(what), state.columns - 2), tone: 'plain' }]}
        />
      ))}
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

/** `200 systems of 12,035`: what was read may not be all there is. */
function exportWords(state: State, scope: ExportScope): string {
  const systems = exportedSystems(state, scope).length;
  const total = state.list.listing.scan?.total ?? 0;
  return `${plural(systems, 'system')}${scope === 'read' && total > systems ? ` of ${count(total)}` : ''}`;
}
