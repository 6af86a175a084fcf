/** Draws the keys by group, in columns. */
import { Text } from 'ink';
import type { ReactElement, ReactNode } from 'react';
import { fit } from '../text/fit.ts';
import { useTones } from '../parts/theme.ts';
import { HELP_GAP, helpHeight, KEY_GAP, keyCellsOf, layoutHelp, type HelpGroup, type HelpLine } from './help-layout.ts';

/** The part of the help that is in view. */
export interface HelpOverlayProps {
  readonly groups: readonly HelpGroup[];
  readonly columns: number;
  readonly rows: number;
  /** The first line to draw, where there are more than `rows`; the last page is the furthest. */
  readonly offset: number;
}

/** All keys by group, in columns. */
export function HelpOverlay({ groups, columns, rows, offset }: HelpOverlayProps): ReactNode {
  const laidOut = layoutHelp(groups, columns);
  const cells = Math.floor((columns - HELP_GAP * (laidOut.length - 1)) / laidOut.length);
  const keyCells = Math.min(keyCellsOf(groups), Math.floor(cells / 2));
  const height = helpHeight(groups, columns);
  const top = Math.min(offset, Math.max(0, height - rows));
  return Array.from({ length: Math.min(rows, height) }, (_, row) => (
    <Text key={row} wrap="truncate">
      {laidOut.map((lines, index) => (
        <Text key={index}>
          {index > 0 && ' '.repeat(HELP_GAP)}
          <Line line={lines[top + row] ?? { kind: 'blank' }} cells={cells} keyCells={keyCells} />
        </Text>
      ))}
    </Text>
  ));
}

interface LineProps {
  readonly line: HelpLine;
  readonly cells: number;
  readonly keyCells: number;
}

function Line({ line, cells, keyCells }: LineProps): ReactElement {
  const tones = useTones();
  const doesCells = cells - keyCells - KEY_GAP;
  switch (line.kind) {
    case 'title':
      return <Text bold>{fit(line.text, cells)}</Text>;
    case 'key':
      return (
        <Text {...(line.usable ? tones.plain : tones.dim)}>
          <Text {...(line.usable ? tones.accent : tones.dim)}>{fit(line.keys, keyCells)}</Text>
          {' '.repeat(KEY_GAP)}
          {fit(line.does, doesCells)}
        </Text>
      );
    case 'refusal':
      return (
        <Text {...tones.dim}>
          {' '.repeat(keyCells)}
          {' '.repeat(KEY_GAP)}
          {fit(line.text, doesCells)}
        </Text>
      );
    case 'blank':
      return <Text>{' '.repeat(cells)}</Text>;
  }
}
