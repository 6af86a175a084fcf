/** A value of an answer as a cell, and in a few words. */
import { digitsOf, ExactNumber, type Json, isJsonObject, scalarText } from '../../api/exact-json.ts';
import { timeOf, childCount } from '../../state/kernel/json-columns.ts';
import { isSecret, type SecretPlace } from '../../api/secrets.ts';
import { type Clean, clean } from '../text/clean.ts';
import { clip } from '../text/fit.ts';
import { age, count } from '../text/quantities.ts';

/** Constant length: the length of a secret is secret too. */
const dots = clean('••••••••••••');

interface About extends SecretPlace {
  readonly isRevealed: boolean;
  readonly now: number;
}

/** A value by itself: exact; an object by its first fields. */
export function valueWords(value: Json, place: SecretPlace): Clean {
  const entries = childCount(value);
  if (entries !== null) return branchWords(value, entries, place);
  if (isSecret(value, place)) return dots;
  if (value === null) return clean('null');
  if (typeof value !== 'string') return clean(scalarText(value) ?? '');
  return clean(isLikeOther(value) ? `"${value}"` : value);
}

/** Could the text be mistaken for another value, or for none? */
function isLikeOther(text: string): boolean {
  return text.trim() === '' || /^(?:null|true|false|-?\d[\d.eE+-]*)$/.test(text);
}

/** Limit on the fields in a summary. */
const mostSummed = 6;

/** An object by its first fields, a list by its length. */
function branchWords(value: Json, entries: number, place: SecretPlace): Clean {
  if (entries === 0) return clean(Array.isArray(value) ? '[]' : '{}');
  if (!isJsonObject(value)) return clean(`${count(entries)}${itemsWords(value, place)}`);
  const parts = Object.keys(value)
    .slice(0, mostSummed)
    .map((name) => `${name}: ${summed(value[name] ?? null, { name, owner: value, outer: place.name })}`);
  return clean(parts.join(', '));
}

/** A short list of texts or numbers by its items. */
function itemsWords(value: Json, place: SecretPlace): string {
  if (!Array.isArray(value) || value.length > mostSummed) return '';
  const texts = value.map((one: Json) => (childCount(one) === null ? summed(one, place) : null));
  return texts.includes(null) ? '' : `  ${texts.join(', ')}`;
}

function summed(value: Json, place: SecretPlace): string {
  if (isSecret(value, place)) return dots.slice(0, 3);
  const entries = childCount(value);
  return entries === null ? clip(clean(scalarText(value) ?? ''), 40) : `(${count(entries)})`;
}

/** In a table: a time as its age, a list or an object as a count. */
export function cellWords(value: Json, about: About): Clean {
  const { isRevealed, now } = about;
  if (value === null) return clean('–');
  if (isSecret(value, about) && !isRevealed) return dots;
  const entries = childCount(value);
  if (entries !== null) return count(entries);
  if (typeof value === 'number' || value instanceof ExactNumber) return clean(digitsOf(value));
  const ms = timeOf(value);
  if (ms === null) return clean(scalarText(value) ?? '');
  return ms > now ? clean(`in ${age(ms - now)}`) : age(now - ms);
}
