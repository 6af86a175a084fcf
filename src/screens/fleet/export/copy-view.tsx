/** What can be copied, and the text of the one under the cursor: not every terminal copies (OSC 52), and none confirms it. */
import { Text } from 'ink';
import type { ReactNode } from 'react';
import { copyLayout } from '../../../state/kernel/layout.ts';
import type { ListPosition } from '../../../state/kernel/list-cursor.ts';
import type { State } from '../../../state/root/state.ts';
import { ScreenFrame } from '../../frame/screen-frame.tsx';
import { useTones } from '../../parts/root-context.ts';
import { CursorRows, plain } from '../../parts/table.tsx';
import { type Clean, clean } from '../../text/clean.ts';
import { clip } from '../../text/fit.ts';

interface CopyViewProps<T extends { readonly what: string }> {
  readonly state: State;
  readonly texts: readonly T[];
  readonly at: ListPosition;
  /** The lines that one of them shows; those that fit are drawn. */
  readonly linesOf: (text: T) => readonly Clean[];
}

export function CopyView<T extends { readonly what: string }>(props: CopyViewProps<T>): ReactNode {
  const { state, texts, at, linesOf } = props;
  const { columns, rows } = state;
  const tones = useTones();
  const layout = copyLayout(rows, texts.length);
  const text = texts[Math.min(at.row, texts.length - 1)];
  const lines = text === undefined ? [] : linesOf(text).slice(0, layout.text);
  return (
    <ScreenFrame
      state={state}
      title={clean('Copy')}
      facts={clip(clean('Copies through your terminal (it does not confirm).'), columns)}
    >
      <CursorRows
        items={texts}
        at={at}
        height={layout.list}
        width={columns}
        partsOf={({ what }) => [plain(clip(clean(what), columns - 2))]}
      />
      <Text> </Text>
      {lines.map((line, index) => (
        <Text key={index} wrap="truncate" {...tones.dim}>
          {clip(line, columns)}
        </Text>
      ))}
    </ScreenFrame>
  );
}
