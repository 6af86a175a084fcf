/** The screen of a terminal after given output. */
import { Unicode11Addon } from '@xterm/addon-unicode11';
import xterm, { type IBufferCell, type Terminal as Emulator } from '@xterm/headless';

/** A character on the screen. Colours are palette numbers or 0xRRGGBB; null is the terminal's own. */
export interface Cell {
  readonly text: string;
  readonly isBold: boolean;
  readonly isDim: boolean;
  readonly isInverse: boolean;
  readonly colour: number | null;
  readonly background: number | null;
}

/** Queries of a screen. Rows and columns count from 0. */
export interface Screen {
  /** The rows, without blanks at their ends. */
  lines(): string[];
  /** The rows as one text, without empty rows at the end. */
  screen(): string;
  styledLine(row: number): Cell[];
  cursor(): { column: number; row: number };
  /** Is the alternate screen shown, the one full-screen programs draw on? */
  isAlternate(): boolean;
}

export function createEmulator(columns: number, rows: number): Emulator {
  const emulator = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true });
  // Wide characters and emoji have the width that they have in today's terminals.
  emulator.loadAddon(new Unicode11Addon());
  emulator.unicode.activeVersion = '11';
  return emulator;
}

export function screenOf(emulator: Emulator): Screen {
  const rowAt = (row: number) => emulator.buffer.active.getLine(emulator.buffer.active.baseY + row);
  // A screen that became narrower keeps the cells beyond its edge in its buffer.
  const textAt = (row: number): string => rowAt(row)?.translateToString(true, 0, emulator.cols) ?? '';
  const lines = (): string[] => Array.from({ length: emulator.rows }, (_, row) => textAt(row));
  return {
    lines,
    screen: () => lines().join('\n').trimEnd(),
    styledLine(row) {
      const line = rowAt(row);
      return Array.from({ length: Math.min(line?.length ?? 0, emulator.cols) }, (_, column) => line?.getCell(column))
        .filter((cell) => cell !== undefined)
        .filter(isCharacter)
        .map(cellOf);
    },
    cursor: () => ({ column: emulator.buffer.active.cursorX, row: emulator.buffer.active.cursorY }),
    isAlternate: () => emulator.buffer.active.type === 'alternate',
  };
}

/** A wide character is followed by a cell of no width. */
function isCharacter(cell: IBufferCell): boolean {
  return cell.getWidth() > 0;
}

function cellOf(cell: IBufferCell): Cell {
  return {
    text: cell.getChars() || ' ',
    isBold: cell.isBold() !== 0,
    isDim: cell.isDim() !== 0,
    isInverse: cell.isInverse() !== 0,
    colour: cell.isFgDefault() ? null : cell.getFgColor(),
    background: cell.isBgDefault() ? null : cell.getBgColor(),
  };
}
