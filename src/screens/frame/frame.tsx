/** What stands around every screen? */
import { Box, Text } from 'ink';
import { type ReactNode, useContext } from 'react';
import { bodyRows, isRoomy, smallest } from '../../state/kernel/layout.ts';
import { clean, type Clean } from '../text/clean.ts';
import { clip, fit } from '../text/fit.ts';
import { useTones } from '../parts/theme.ts';
import { HintBar, type Hint } from './hint-bar.tsx';
import { PlainContext } from '../parts/screen-reader.ts';
import { TopLine, type Badge } from './top-line.tsx';

/** What a screen puts around its body. */
export interface FrameProps {
  readonly columns: number;
  readonly rows: number;
  /** Where the person is: the organisation's name. */
  readonly place: Clean;
  /** One that a person chose for it. */
  readonly placeColour?: string;
  /** The most important first. */
  readonly badges?: readonly Badge[];
  /** What is shown, and how much of it is known. */
  readonly status: Clean;
  /** A warning in the line that sets the head apart, where there is one. */
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
  place,
  placeColour,
  badges = [],
  status,
  banner = null,
  notice,
  hints,
  children,
}: FrameProps): ReactNode {
  const tones = useTones();
  const plain = useContext(PlainContext);
  if (columns < smallest.columns || rows < smallest.rows) return <TooSmall columns={columns} rows={rows} />;
  return (
    <Box width={columns} height={plain === null ? rows : rows + 1} flexDirection="column" overflow="hidden">
      <TopLine columns={columns} place={place} placeColour={placeColour} badges={badges} />
      <Text {...tones.dim}>{fit(status, columns)}</Text>
      {isRoomy(rows) && <BannerLine columns={columns} banner={banner} />}
      <Box width={columns} height={bodyRows(rows)} flexShrink={0} flexDirection="column" overflow="hidden">
        {/* What is higher than the body is cut at its foot: squeezed into it, lines would be drawn over one another. */}
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
