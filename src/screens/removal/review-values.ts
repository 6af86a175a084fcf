/** The values that a change sends, if they differ by system: how many values there are, and which system gets which. */
import { isJsonObject, type Json, writeExactly } from '../../api/exact-json.ts';
import { mask, maxLevels } from '../../api/secrets.ts';
import type { CallValues } from '../../api/calls/call.ts';
import { canVary, type Edit, fieldsSent, setsFields, valuesFor } from '../../state/change/edit.ts';
import { memoize } from '../../state/kernel/store.ts';
import { chosenItems, type Review } from '../../state/removal/review/review.ts';
import type { ReviewItem } from '../../state/removal/review/judgement.ts';
import type { Column } from '../parts/columns.ts';
import { type Clean, clean } from '../text/clean.ts';
import { brief, knownWords, width } from '../text/fit.ts';
import { count, plural } from '../text/quantities.ts';
import { unnamedFields } from '../../state/change/same-value.ts';
import { wireRecord } from '../../state/fleet/systems/fields.ts';

/** One of several values, and the number of systems that get it. */
interface SentValue {
  readonly words: string;
  /** The words describe a value that is empty or absent: they are not its text. */
  readonly isNone: boolean;
  systems: number;
}

function sentWords(sent: ReturnType<typeof valuesFor>): Pick<SentValue, 'words' | 'isNone'> {
  const words = sent === null ? '' : wordsOf(sent.values, sent.secrets);
  return words === '' ? { words: 'no value', isNone: true } : { words, isNone: false };
}

const valuesIn = memoize((items: readonly ReviewItem[]) =>
  memoize((edit: Edit) => {
    const values = new Map<string, SentValue>();
    for (const { system } of items) {
      const sent = valuesFor(edit, system);
      // Values are compared as they are sent, because two masked secrets look alike.
      const key = sent === null ? '' : writeExactly([...sent.values.parameters.values(), sent.values.body ?? null]);
      const known = values.get(key);
      if (known !== undefined) known.systems++;
      else values.set(key, { ...sentWords(sent), systems: 1 });
    }
    const found = [...values.values()].sort((one, other) => other.systems - one.systems);
    const texts = found.filter(({ isNone }) => !isNone).map(({ words }) => words);
    return { values: found, shared: texts.length > 1 ? sharedBeginning(texts) : '' };
  }),
);

interface Values {
  /** The most frequent first. */
  readonly values: readonly SentValue[];
  /** The beginning that all values share, for leaving it out; empty if there is none. */
  readonly shared: string;
}

/** Null if every chosen system gets the same value. */
function valuesOf(review: Review): Values | null {
  const { edit } = review;
  if (edit === null || !canVary(edit)) return null;
  const found = valuesIn(chosenItems(review))(edit);
  return found.values.length > 1 ? found : null;
}

/** A shorter shared beginning is not cut, because it is easy to read. */
const minShared = 12;

/** The shared text up to the word with the first difference; empty if that is near the start. */
function sharedBeginning([first = '', ...others]: readonly string[]): string {
  let { length } = first;
  for (const other of others) {
    let same = 0;
    while (same < length && other.charCodeAt(same) === first.charCodeAt(same)) same++;
    length = same;
  }
  while (length > 0 && /[^\s,;:/[\]{}"]/.test(first.charAt(length - 1)) && length > minShared) length--;
  return length <= minShared ? '' : first.slice(0, length);
}

/** A value from its first difference on: cut at their ends, long values would look alike. */
function fromDifference(words: string, shared: string): string {
  return shared !== '' && words.length > shared.length ? `…${words.slice(shared.length)}` : words;
}

function wordsOf({ parameters, body }: CallValues, secrets: readonly string[]): string {
  const fields: [string, Json][] = [
    ...Array.from(parameters, ([key, value]): [string, Json] => [key.replace(/^\w+ /, ''), value]),
    ...(body !== undefined && isJsonObject(body) ? Object.entries(body) : body === undefined ? [] : [['body', body]]),
  ] as [string, Json][];
  const words = fields.map(([name, value]) => {
    const shown = mask(value, { secrets, levels: maxLevels }, { name });
    return [name, isJsonObject(shown) ? writeExactly(shown) : knownWords(shown)] as const;
  });
  const [only, ...others] = words;
  // A text can be the word "empty" itself, so a value without one has no words.
  if (only !== undefined && others.length === 0) return isNoValue(fields[0]?.[1]) ? '' : only[1];
  return words.map(([name, value]) => `${name}: ${value}`).join(', ');
}

function isNoValue(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
}

/** Limit of values in the line under the bar. The last one is the rarest, which may be a mistake. */
const maxTold = 4;

/** `2 different values: 7 get "hello", 1 gets "EVIL"`; null if all systems get the same value. */
export function valuesSentence(review: Review): Clean | null {
  const found = valuesOf(review);
  if (found === null) return null;
  const { values, shared } = found;
  const shown = values.length <= maxTold ? values : [...values.slice(0, maxTold - 1), ...values.slice(-1)];
  const told = shown.map(({ words, isNone, systems }) => {
    const value = isNone ? words : `"${brief(fromDifference(words, shared))}"`;
    return `${count(systems)} ${systems === 1 ? 'gets' : 'get'} ${value}`;
  });
  const rest = values.length - told.length;
  const more = rest === 0 ? '' : `, and ${plural(rest, 'other value')}`;
  return clean(`${plural(values.length, 'different value')}: ${told.join(', ')}${more}.`);
}

/** A column with the value of each system; none if all get the same. `items`: the rows that determine its width. */
export function valueColumns(review: Review, items: readonly ReviewItem[]): readonly Column<ReviewItem>[] {
  const { edit } = review;
  const found = valuesOf(review);
  if (edit === null || found === null) return [];
  const cell = ({ system }: ReviewItem): Clean => {
    const sent = valuesFor(edit, system);
    return clean(sent === null ? '' : brief(fromDifference(wordsOf(sent.values, sent.secrets), found.shared)));
  };
  const ideal = Math.min(40, Math.max(...items.map((item) => width(cell(item)))));
  return [{ title: clean('VALUE'), min: 8, ideal, priority: 96, isKept: true, isCutLast: true, cell }];
}

// Fields that a request which replaces the whole record leaves out: the service may clear them.

/** For each field name, the number of systems with a value; the most frequent first. */
const unnamedIn = memoize((items: readonly ReviewItem[]) =>
  memoize((edit: Edit): readonly (readonly [name: string, systems: number])[] => {
    const systems = new Map<string, number>();
    for (const { system } of items) {
      const sent = fieldsSent(edit, system) ?? {};
      for (const name of unnamedFields(edit.operation.method, sent, wireRecord(system)))
        systems.set(name, (systems.get(name) ?? 0) + 1);
    }
    return [...systems].sort(([, one], [, other]) => other - one);
  }),
);

/** `PUT may clear what it does not name: site (7), tags (2).` Null if it names every field of the systems. */
export function replacedSentence(review: Review): Clean | null {
  const { edit } = review;
  if (edit === null || !setsFields(edit)) return null;
  const found = unnamedIn(chosenItems(review))(edit);
  if (found.length === 0) return null;
  const told = found.slice(0, maxTold).map(([name, systems]) => `${brief(name)} (${count(systems)})`);
  const rest = found.length - told.length;
  const more = rest === 0 ? '' : `, and ${plural(rest, 'other field')}`;
  return clean(`${edit.operation.method} may clear what it does not name: ${told.join(', ')}${more}.`);
}
