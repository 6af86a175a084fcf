/** An operation and its answers: its description, its statuses, and the shape of each answer as a tree. */
import type { Json } from '../../../api/exact-json.ts';
import type { DefinedOperation, Definition, Shape } from '../../../api/openapi/definition.ts';
import { descriptionBeside } from '../../../api/openapi/prose.ts';
import type { FormScreen } from '../../../state/explorer/form/forms.ts';
import { partsOf, shapeIn } from '../../../state/explorer/form/shapes.ts';
import { shapeWords } from '../../../state/explorer/form/shape-words.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { brief, clip, fit, quoted, width, wrapped } from '../../text/fit.ts';
import { count } from '../../text/quantities.ts';
import { quotedLines, type QuoteMarks } from '../../text/quoted-lines.ts';

/** Limit on depth. Deeper and later fields are of no use here. */
const deepest = 4;
const mostLines = 600;
const mostOfOne = 200;

interface Drawn {
  readonly columns: number;
  readonly by: QuoteMarks;
  readonly lines: readonly Clean[];
}

const drawn = new WeakMap<DefinedOperation, Drawn>();

/** Computed once for a width: a tree costs many shapes. */
export function answerLines({ definition, operation }: FormScreen, columns: number, isTold: boolean): readonly Clean[] {
  const known = drawn.get(operation);
  const by = isTold ? 'told' : 'drawn';
  if (known?.columns === columns && known.by === by) return known.lines;
  const lines = linesOf(definition, operation, columns, by);
  drawn.set(operation, { columns, by, lines });
  return lines;
}

function linesOf(
  definition: Definition,
  operation: DefinedOperation,
  columns: number,
  by: QuoteMarks,
): readonly Clean[] {
  const lines: Clean[] = [];
  const say = (text: string): void => void lines.push(clip(clean(text), columns));
  say(`${brief(operation.method)} ${operation.path}`);
  if (operation.operationId !== null) say(`id ${quoted(operation.operationId)}`);
  lines.push(...quotedLines(operation.summary, columns, { by }));
  lines.push(...quotedLines(descriptionBeside(operation), columns, { by }));
  const { responses } = partsOf(definition, operation);
  if (responses.length === 0) say('The definition names no answers.');
  for (const { status, description, bodies } of responses) {
    if (lines.length >= mostLines) break;
    say(' ');
    say(
      `${brief(status)}  ${bodies.length === 0 ? 'nothing comes back' : bodies.map(({ type }) => brief(type)).join(', ')}`,
    );
    lines.push(...quotedLines(description, columns, { most: 10, by }));
    const [body] = bodies;
    if (body === undefined) continue;
    const tree = treeOf(definition, body.schema, columns);
    lines.push(...tree.slice(0, mostOfOne));
    if (tree.length > mostOfOne) say(`  and ${count(tree.length - mostOfOne)} lines more`);
  }
  return lines.slice(0, mostLines);
}

/** A line for each field, indented by its level. */
function treeOf(definition: Definition, schema: Json, columns: number): readonly Clean[] {
  const lines: Clean[] = [];
  const label = (indent: number, name: string): Clean => {
    const most = Math.floor(columns / 2);
    const text = clip(clean('  '.repeat(indent + 1) + name), most);
    return fit(text, Math.max(Math.min(24, most), width(text)));
  };
  const say = (name: Clean, words: string): void => {
    const [first = clean(''), ...rest] = wrapped(clean(words), Math.max(8, columns - width(name) - 2));
    const hang = ' '.repeat(width(name) + 2);
    lines.push(clean(`${name}  ${first}`), ...rest.map((line) => clean(hang + line)));
  };
  const visit = (shape: Shape, level: number): void => {
    if (level > deepest || lines.length > mostOfOne) return;
    if (shape.kind === 'list') visit(shapeIn(definition, shape.items, '', true), level);
    if (shape.kind === 'choice') {
      for (const { name, schema: below } of shape.variants) {
        if (lines.length > mostOfOne) return;
        say(label(level, 'either'), brief(name));
        visit(shapeIn(definition, below, '', true), level + 1);
      }
    }
    if (shape.kind !== 'object') return;
    for (const { name, schema: below } of shape.fields) {
      if (lines.length > mostOfOne) return;
      const field = shapeIn(definition, below, name, true);
      const words = `${brief(shapeWords(definition, field, true))}${field.isNullable ? ' or null' : ''}`;
      say(label(level, name), words);
      visit(field, level + 1);
    }
    if (shape.more > 0) lines.push(clean(`${'  '.repeat(level + 1)}and ${count(shape.more)} more`));
  };
  const root = shapeIn(definition, schema, '', true);
  lines.push(clip(clean(`  ${brief(shapeWords(definition, root, true))}`), columns));
  visit(root, 1);
  return lines;
}
