/** One system as lines: its verdict first, with the reasons; then every field. */
import type { System } from '../../../api/system.ts';
import type { State } from '../../../state/root/state.ts';
import type { Tone } from '../../parts/palette.ts';
import { linkOf } from '../../../state/fleet/systems/portal-link.ts';
import { type Part, plain } from '../../parts/table.tsx';
import { type Clean, clean } from '../../text/clean.ts';
import { nameOf } from '../../text/field-text.ts';
import { clip, fit, width as cellsOf, wrapped } from '../../text/fit.ts';
import { type FieldLine, systemFields } from './system-fields.ts';
import { judgingOf, type Verdict, verdictOf } from './verdict.ts';

type Line = readonly Part[];

interface LinesSize {
  readonly width: number;
  /** The reference for ages. */
  readonly now: number;
  /** The list's other record: see `systemFields`. */
  readonly listedTwice: System | null | undefined;
  /** Where its name leads in a terminal that takes links; null: nowhere. */
  readonly link?: string | null;
}

/** A blank, because a line without text would have no height. */
const blank: Line = [plain(' ')];

/** The title of a field, and the blank after it. */
const titleCells = 16;

/** Longer names of the service's own fields are cut. */
const longestTitle = 200;

/** The lines of a pane, exactly as many as its rows. Where not all fit, a key is named; `foot` is the last line. */
export function paneLines(
  system: System,
  verdict: Verdict,
  { rows, foot, ...size }: LinesSize & { readonly rows: number; readonly foot?: Clean | undefined },
): readonly Line[] {
  const room = Math.max(1, rows - (foot === undefined ? 0 : 2));
  const lines: Line[] = [];
  for (const line of streamed(system, verdict, size)) {
    if (lines.push(line) > room) break;
  }
  if (lines.length > room) lines.splice(room - 1, 2, [dim('… enter shows the rest')]);
  while (lines.length < room) lines.push(blank);
  return foot === undefined ? lines : [...lines, blank, [dim(clip(foot, size.width))]].slice(0, rows);
}

/** The lines one by one, so that only visible ones are made. */
function* streamed(
  system: System,
  verdict: Verdict,
  { width, now, listedTwice, link = null }: LinesSize,
): Generator<Line> {
  yield* headLines(system, width, link);
  yield* verdictLines(verdict, width);
  yield blank;
  let isOther = false;
  for (const field of systemFields(system, now, listedTwice)) {
    if (isInHead(field)) continue;
    if (field.part === 'other' && !isOther) yield* [blank, [dim('OTHER FIELDS')]];
    isOther ||= field.part === 'other';
    yield* fieldRows(field, width);
  }
}

/** The name at the left, the id at the right where there is room for both. */
function* headLines(system: System, width: number, link: string | null): Generator<Line> {
  const id = clean(system.systemId);
  const name = nameOf(system);
  if (name.endsWith(id) || cellsOf(name) + cellsOf(id) + 2 > width) {
    for (const line of wrapped(clip(name, 3 * width), width)) yield [{ ...plain(line), link }];
    if (!name.endsWith(id)) yield [dim(clip(id, width))];
  } else {
    yield [{ ...plain(fit(name, width - cellsOf(id))), link }, dim(id)];
  }
}

function isInHead({ name }: FieldLine): boolean {
  return name === 'name' || name === 'system id';
}

/** From this width on, connection and identity stand side by side. */
const twoColumnsFrom = 76;

const gapCells = 2;

/** All lines of the details screen. */
export function screenLines(state: State, system: System): readonly Line[] {
  const { columns: width, now, list } = state;
  const verdict = verdictOf(system, judgingOf(state, system));
  const fields = systemFields(system, now, list.listing.scan?.listedTwice.get(system.systemId));
  const isWide = width >= twoColumnsFrom;
  const column = isWide ? Math.floor((width - gapCells) / 2) : width;
  const rowsOfPart = (part: FieldLine['part'], cells: number): readonly Line[] =>
    fields
      .filter((field) => field.part === part)
      .flatMap((field) => {
        const rows = [...fieldRows(field, cells)];
        const link = field.name === 'name' ? linkOf(state, system) : null;
        return link === null
          ? rows
          : rows.map(([title, ...value]) => [title ?? plain(''), ...value.map((one) => ({ ...one, link }))]);
      });
  const titled = (title: string, lines: readonly Line[]): readonly Line[] =>
    lines.length === 0 ? [] : [[dim(title)], ...lines];
  const connection = titled('CONNECTION', rowsOfPart('connection', column));
  const identity = titled('IDENTITY', rowsOfPart('identity', column));
  const others = rowsOfPart('other', width);
  return [
    ...verdictLines(verdict, width),
    ...rowsOfPart('note', width),
    ...(isWide ? [blank] : []),
    ...(isWide ? besides(connection, identity, column + gapCells) : [...connection, ...identity]),
    ...rowsOfPart('long', width),
    ...(isWide && others.length > 0 ? [blank] : []),
    ...titled('OTHER FIELDS FROM THE SERVICE', others),
  ];
}

function besides(left: readonly Line[], right: readonly Line[], cells: number): readonly Line[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => {
    const first = left[at] ?? [];
    const used = first.reduce((sum, { text }) => sum + cellsOf(text), 0);
    return [...first, plain(' '.repeat(Math.max(0, cells - used))), ...(right[at] ?? [])];
  });
}

/** The signs, and the reasons below them. */
function* verdictLines({ signs, reasons }: Verdict, width: number): Generator<Line> {
  let line: Part[] = [];
  let used = 0;
  for (const { text, tone } of signs) {
    const gap = used === 0 ? 0 : 3;
    const cells = cellsOf(text);
    if (used + gap + cells > width && used > 0) {
      yield line;
      [line, used] = [[], 0];
    } else if (gap > 0) line.push(plain(' '.repeat(gap)));
    line.push({ text: clip(text, width), tone });
    used += gap + cells;
  }
  yield line;
  for (const { name, value, tone } of reasons) yield* rowsOf(name, value, width, tone);
}

function fieldRows({ name, value, isWarning }: FieldLine, width: number): Generator<Line> {
  return rowsOf(name, value, width, isWarning === true ? 'warning' : 'plain');
}

/** A title and a text, which takes as many lines as it needs. A title is never broken: a long one has its own line. */
function* rowsOf(name: Clean, value: Clean, width: number, tone: Tone): Generator<Line> {
  const title = clip(name, Math.min(longestTitle, width));
  const cells = cellsOf(title);
  if (cells >= titleCells && cells + gapCells + cellsOf(value) <= width) {
    yield [dim(`${title}${' '.repeat(gapCells)}`), { text: value, tone }];
    return;
  }
  if (cells >= titleCells) yield [dim(title)];
  const first = cells >= titleCells ? clean('') : title;
  for (const [at, text] of wrapped(value, Math.max(8, width - titleCells)).entries())
    yield [dim(fit(at === 0 ? first : clean(''), titleCells)), { text: clip(text, width), tone }];
}

function dim(text: string): Part {
  return { text: clean(text), tone: 'dim' };
}
