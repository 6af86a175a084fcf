/** The values that a change sends, where they differ by system: how many there are, and which system gets which. */
import { isJsonObject, type Json, writeExactly } from '../../../api/exact-json.ts';
import { masked, mostLevels } from '../../../api/secrets.ts';
import type { CallValues } from '../../../api/calls/call.ts';
import { canVary, type Edit, valuesFor } from '../../../state/change/edit.ts';
import { memoize } from '../../../state/kernel/memoize.ts';
import { chosen, type Review, type ReviewItem } from '../../../state/removal/review/review.ts';
import type { Column } from '../../parts/columns.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { brief, width } from '../../text/fit.ts';
import { knownWords } from '../../text/json-words.ts';
import { count, plural } from '../../text/quantities.ts';

/** One of several values, and the number of systems that get it. */
interface SentValue {
  readonly words: string;
  systems: number;
}

const valuesIn = memoize((items: readonly ReviewItem[]) =>
  memoize((edit: Edit) => {
    const values = new Map<string, SentValue>();
    for (const { system } of items) {
      const sent = valuesFor(edit, system);
      // Told apart as they are sent: two secrets look alike.
      const key = sent === null ? '' : writeExactly([...sent.values.parameters.values(), sent.values.body ?? null]);
      const known = values.get(key);
      if (known !== undefined) known.systems++;
      else values.set(key, { words: sent === null ? 'no value' : wordsOf(sent.values, sent.secrets), systems: 1 });
    }
    return { values: [...values.values()].sort((one, other) => other.systems - one.systems) };
  }),
);

/** The most frequent first; empty where every system that counts gets the same. */
function valuesOf(review: Review): readonly SentValue[] {
  const { edit } = review;
  if (edit === null || !canVary(edit)) return [];
  const { values } = valuesIn(chosen(review))(edit);
  return values.length > 1 ? values : [];
}

function wordsOf({ parameters, body }: CallValues, secrets: readonly string[]): string {
  const fields: [string, Json][] = [
    ...Array.from(parameters, ([key, value]): [string, Json] => [key.replace(/^\w+ /, ''), value]),
    ...(body !== undefined && isJsonObject(body) ? Object.entries(body) : body === undefined ? [] : [['body', body]]),
  ] as [string, Json][];
  const words = fields.map(([name, value]) => {
    const shown = masked(value, { secrets, levels: mostLevels }, { name });
    return [name, isJsonObject(shown) ? writeExactly(shown) : knownWords(shown)] as const;
  });
  const [only, ...others] = words;
  if (only !== undefined && others.length === 0) return only[1];
  return words.map(([name, value]) => `${name}: ${value}`).join(', ');
}

/** Values that the line under the bar has room for. */
const mostTold = 4;

/** `2 different values: 7 get "hello", 1 gets "EVIL"`; null where all systems get the same. */
export function valuesSentence(review: Review): Clean | null {
  const values = valuesOf(review);
  if (values.length === 0) return null;
  const told = values.slice(0, mostTold).map(({ words, systems }) => {
    return `${count(systems)} ${systems === 1 ? 'gets' : 'get'} "${brief(words)}"`;
  });
  const rest = values.length - told.length;
  const more = rest === 0 ? '' : `, and ${plural(rest, 'other value')}`;
  return clean(`${plural(values.length, 'different value')}: ${told.join(', ')}${more}.`);
}

/** The value of each system; none where all get the same. `items`: the rows by which its width is judged. */
export function valueColumns(review: Review, items: readonly ReviewItem[]): readonly Column<ReviewItem>[] {
  const { edit } = review;
  if (edit === null || valuesOf(review).length === 0) return [];
  const cell = ({ system }: ReviewItem): Clean => {
    const sent = valuesFor(edit, system);
    return clean(sent === null ? '' : brief(wordsOf(sent.values, sent.secrets)));
  };
  const ideal = Math.min(40, Math.max(...items.map((item) => width(cell(item)))));
  return [{ title: clean('VALUE'), min: 8, ideal, priority: 96, isCutLast: true, cell }];
}
