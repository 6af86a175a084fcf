/** The frame around every screen: head, body, notice line and hints, exactly as large as the terminal. */
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { bodyRows, isRoomy, smallest } from '../../state/kernel/layout.ts';
import { clean, type Clean } from '../text/clean.ts';
import { clip, fit } from '../text/fit.ts';
import { useTones } from '../parts/theme.ts';
import { HintBar, type Hint } from './hint-bar.tsx';
import { PlainContext } from '../parts/root-context.ts';
import { TopLine, type Badge } from './top-line.tsx';

/** What a screen puts around its body. */
export interface FrameProps {
  readonly columns: number;
  readonly rows: number;
  /** The organisation's name, or the address of the service. */
  readonly place: Clean;
  /** The colour that was chosen for this organisation. */
  readonly placeColour?: string;
  /** The most important first. */
  readonly badges?: readonly Badge[];
  /** The title of the screen, and how much of its data is loaded. */
  readonly status: Clean;
  /** A warning, in the blank line below the head. */
  readonly banner?: Clean | null;
  /** The line above the hints, which stays blank without it: a problem, or a field. */
  readonly notice?: ReactNode;
  readonly hints: readonly Hint[];
  readonly children: ReactNode;
}

/** Exactly as high and wide as the terminal: Ink clears the whole scrollback for a frame that is taller. */
export function Frame({
  columns,
  rows,
  status,
  banner = null,
  notice,
  hints,
  children,
  ...top
}: FrameProps): ReactNode {
  const tones = useTones();
  const plain = useContext(PlainContext);
  if (columns < smallest.columns || rows < smallest.rows) return <TooSmall columns={columns} rows={rows} />;
  return (
    <Box width={columns} height={plain === null ? rows : rows + 1} flexDirection="column" overflow="hidden">
      <TopLine columns={columns} {...top} />
      <Text {...tones.dim}>{fit(status, columns)}</Text>
      {isRoomy(rows) && <BannerLine columns={columns} banner={banner} />}
      <Box width={columns} height={bodyRows(rows)} flexShrink={0} flexDirection="column" overflow="hidden">
        {/* Content that is too high is cut at its foot; Yoga would squeeze it, and draw lines over one another. */}
        <Box flexDirection="column" flexShrink={0}>
          {children}
        </Box>
      </Box>
      {plain !== null && <Text>{plain.position}</Text>}
      <Box width={columns} height={1} flexShrink={0} overflow="hidden">
        {notice}
      </Box>
      <HintBar columns={columns} hints={hints} />
    </Box>
  );
}

function TooSmall({ columns, rows }: { readonly columns: number; readonly rows: number }): ReactNode {
  const need = `rollcall needs ${smallest.columns}×${smallest.rows}; this terminal is ${columns}×${rows}`;
  return (
    <Box width={columns} height={rows} overflow="hidden">
      <Text>{clip(clean(need), columns)}</Text>
    </Box>
  );
}

function BannerLine({ columns, banner }: { readonly columns: number; readonly banner: Clean | null }): ReactNode {
  const tones = useTones();
  return banner === null ? <Text> </Text> : <Text {...tones.warning}>{clip(clean(`! ${banner}`), columns)}</Text>;
}
