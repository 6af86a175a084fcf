/** Makes text from outside safe to draw. */
import { isJsonObject, isList, type Json, jsonIn, scalarText } from '../../api/exact-json.ts';
import { mask, withoutSecrets } from '../../api/secrets.ts';
import { fieldKinds, type FieldName, type System } from '../../api/system.ts';

declare const brand: unique symbol;

/** Text in which every character is visible and has a known width. Only `clean` and `visible` make it. */
export type Clean = string & { readonly [brand]: true };

/** Limit of characters: a screen of 80×24 shows fewer, and a name of a megabyte must not slow down drawing. */
const LONGEST = 2048;

/** Limit of marks on one letter: no script needs more, and a higher stack covers the lines above and below. */
const MOST_MARKS = 4;

/**
 * Characters that never combine with others in this class: Latin, Cyrillic, punctuation, rollcall's signs and lines,
 * kana, Han and Hangul. Most texts contain nothing else, and this test is a hundred times faster than checking each
 * character.
 */
const PLAIN =
  /^[ -~\u00A1-\u00AC\u00AE-\u02FF\u0400-\u0481\u2010-\u2026\u2030-\u205E\u2190-\u21FF\u2400-\u2421\u2500-\u25FF\u2713\u2717\u3041-\u3096\u30A1-\u30FC\u4E00-\u9FFF\uAC00-\uD7A3]*$/;

// Classes of characters, for regular expressions with the `v` flag.

/** Draws nothing, looks like a space, or changes how its neighbours are drawn. */
const HIDDEN = String.raw`[\p{C}\p{Default_Ignorable_Code_Point}[\p{Z}--[ ]]\u2800\u{1D159}\u{13441}\u{13442}]`;

/** Components of emoji. */
const PARTS = String.raw`\p{Emoji_Modifier}\p{Regional_Indicator}`;
/** Conjoining vowels and finals of Hangul and Kirat Rai. */
const JAMO = String.raw`\u1160-\u11FF\uD7B0-\uD7FF\u{16D63}\u{16D67}-\u{16D6A}`;
/** Letters that Unicode attaches to the next one. */
const ATTACHED = String.raw`\u0D4E\u{111C2}\u{111C3}\u{113D1}\u{1193F}\u{11941}\u{11A84}-\u{11A89}\u{11D46}\u{11F02}`;
/** Visible, but joins its neighbours, so that terminals and string-width count its cells differently. */
const MELTING = `[${PARTS}${JAMO}${ATTACHED}]`;

/** Combines with the character before it: accents and vowel signs, and the voicing marks of half-width Japanese. */
const MARK = String.raw`[[\p{Mn}\p{Mc}\uFF9E\uFF9F]--${HIDDEN}]`;

/** Visible, complete by itself, and of a width that all terminals agree on. */
const BASE = String.raw`[^${HIDDEN}${MELTING}\p{M}\uFF9E\uFF9F]`;

/** Several characters drawn as one: a well-formed emoji, or a Hangul syllable spelled out as macOS does. */
const WHOLE = String.raw`(?=..)(?:\p{RGI_Emoji}|[\u1100-\u1112][\u1161-\u1175][\u11A8-\u11C2]?)`;

/** Compiled on first use: compiling takes as long as starting Node. */
const patterns = once(() => ({
  // The constructor, because the compiler's target is older than the `v` flag.
  oneLetter: new RegExp(`^${BASE}${MARK}{0,${MOST_MARKS}}$`, 'v'),
  oneWhole: new RegExp(`^${WHOLE}$`, 'sv'),
  everyEmoji: new RegExp(String.raw`\p{RGI_Emoji}`, 'gv'),
  everyHidden: new RegExp(HIDDEN, 'gv'),
  everyLink: new RegExp(`(?<=${MARK})(?=${BASE})`, 'gv'),
  everyPiece: new RegExp(`(${BASE}${MARK}{0,${MOST_MARKS}})(${MARK}*)|.`, 'gsv'),
  graphemes: new Intl.Segmenter('en', { granularity: 'grapheme' }),
}));

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/**
 * Makes any text safe to draw: hidden characters, cursor moves and characters of unknown width become visible signs
 * (`␛`, `‹U+202E›`); letters, their marks and well-formed emoji stay whole. Clean text passes unchanged.
 */
export function clean(text: string): Clean {
  return visible(beginning(text));
}

/** `clean` without the length limit, for text that leaves the program. */
export function visible(text: string): Clean {
  return (PLAIN.test(text) ? text : withSigns(text)) as Clean;
}

/**
 * The code points (`U+202E`) of characters in the shown part of a text that draw nothing or change how others are
 * drawn. Inside a well-formed emoji they do neither.
 */
export function findHidden(text: string): readonly string[] {
  const shown = beginning(text);
  if (PLAIN.test(shown)) return [];
  const { everyHidden, everyEmoji } = patterns();
  const found = shown.replace(everyEmoji, '').match(everyHidden) ?? [];
  return [...new Set(found)].map(codePointOf);
}

function beginning(text: string): string {
  if (text.length <= LONGEST) return text;
  const halfOfPair = /[\uD800-\uDBFF]$/;
  return `${text.slice(0, LONGEST - 1).replace(halfOfPair, '')}…`;
}

function withSigns(text: string): string {
  const { graphemes, oneLetter, oneWhole } = patterns();
  let shown = '';
  for (const { segment } of graphemes.segment(inHalves(text))) {
    // The order matters: testing for an emoji takes a hundred times longer.
    shown += oneLetter.test(segment) || oneWhole.test(segment) ? segment : takeApart(segment);
  }
  return shown;
}

/**
 * Terminals draw the Thai and Lao letter AM in two cells, string-width counts none; both count one for each of its
 * halves.
 */
function inHalves(text: string): string {
  return text.replace(/[\u0E33\u0EB3]/g, (am) => am.normalize('NFKD'));
}

/**
 * Replaces parts of one grapheme by signs if needed. Indic scripts chain any number of letters into one grapheme, which
 * string-width counts as one letter: `‹›` breaks the chain, so that each letter has its cell.
 */
function takeApart(grapheme: string): string {
  const { everyLink, everyPiece } = patterns();
  return grapheme.replace(everyLink, '‹›').replace(everyPiece, (piece, kept: string | undefined, surplus: string) => {
    if (kept === undefined) return sign(piece);
    return surplus === '' ? kept : `${kept}‹marks +${Array.from(surplus).length}›`;
  });
}

function sign(character: string): string {
  const code = Number(character.codePointAt(0));
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `‹${codePointOf(character)}›`;
}

function codePointOf(character: string): string {
  return `U+${Number(character.codePointAt(0)).toString(16).toUpperCase().padStart(4, '0')}`;
}

// The text of a system's field, and its name.

/** `⟨not text⟩` or `⟨unreadable⟩` if the service sent another type, but words for any tags; null if it sent nothing. */
export function fieldText(system: System, field: FieldName): string | null {
  const oddTags = field === 'tags' ? system.odd[field] : undefined;
  if (oddTags !== undefined) return oddTagWords(oddTags);
  const value: System[FieldName] = system[field];
  const isUnread = system.unread.includes(field);
  if (value === null) return !isUnread ? null : isText(field) ? '⟨not text⟩' : unreadable;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'systemId' || typeof value === 'number') return String(value);
  const shown = mask(value as Json, {}, { name: field });
  if (!isList(shown)) return jsonWords(shown);
  if (fieldKinds[field] !== 'tags') return isUnread ? unreadable : shown.map(dnsWords).join(', ');
  return [...shown.map(jsonWords), ...(isUnread ? [unreadable] : [])].join(' ');
}

const unreadable = '⟨unreadable⟩';

/** Tags of any shape as words, such as `prod env=test`, from their JSON: a protecting word may be anywhere in them. */
function oddTagWords(json: string): string {
  const shown = withoutSecrets(json, 'application/json');
  const tags = jsonIn(shown);
  if (!isList(tags)) return shown;
  const words = tags.map(tagWords);
  return words.join(words.some((one) => one.includes(' ')) ? ', ' : ' ');
}

function tagWords(tag: Json): string {
  return putHeadFirst(tag, (take) => {
    const [word, key] = [take('tag'), take('key', 'name')];
    const value = key === null ? null : take('value');
    return [word, value === null ? key : `${key}=${value}`];
  });
}

/** The name and type of a record, then what they stand for: `db A · x.internal`. */
export function dnsWords(entry: Json): string {
  return putHeadFirst(entry, (take) => {
    const [name, type] = [take('hostname', 'fqdn', 'name', 'host', 'domain'), take('type', 'recordType')];
    const target = take('address', 'value', 'target', 'ip', 'server');
    const head = [name, type].filter((one) => one !== null).join(' ');
    return [head === '' ? null : head, head === '' || target === null ? null : '·', target];
  });
}

function isSimple(value: Json | undefined): boolean {
  return value !== undefined && value !== null && scalarText(value) !== null;
}

/** First the fields that need no name: `take` gives the value of the first of these names. Then the others. */
function putHeadFirst(
  entry: Json,
  headOf: (take: (...names: readonly string[]) => string | null) => readonly (string | null)[],
): string {
  if (!isJsonObject(entry)) return jsonWords(entry);
  const rest = new Map(Object.entries(entry));
  const head = headOf((...names) => {
    const name = names.find((one) => isSimple(rest.get(one)));
    const value = rest.get(name ?? '');
    if (name === undefined || value === undefined) return null;
    rest.delete(name);
    return partWords(value, true);
  });
  const others = rest.size === 0 && head.some((one) => one !== null) ? null : jsonWords(Object.fromEntries(rest));
  return [...head, others].filter((one) => one !== null).join(' ');
}

function isText(field: FieldName): boolean {
  return fieldKinds[field] === 'text' || fieldKinds[field] === 'ownText';
}

/** The description of the enrolment key, else its number. */
export function keyOf(system: System): string | null {
  const known = system.enrolmentKeyDescription ?? system.enrolmentKeyId?.toString();
  return known ?? fieldText(system, 'enrolmentKeyDescription') ?? fieldText(system, 'enrolmentKeyId');
}

/** The host name; a system without one is identified by its id. */
export function nameOf(system: System): Clean {
  if (hasName(system)) return clean(system.hostname ?? '');
  const instead = system.hostname === null ? fieldText(system, 'hostname') : null;
  return clean(`${instead ?? '(no name)'} ${system.systemId}`);
}

/** A blank name counts as none. */
export function hasName({ hostname }: Pick<System, 'hostname'>): boolean {
  return hostname !== null && hostname.trim() !== '';
}

/**
 * A text unchanged, a list of words separated by blanks, an empty value as a dash; anything else as `name=value` with
 * blanks, at which a line can break. Not sanitised yet.
 */
export function jsonWords(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== ''))
    return value.join(' ') || '–';
  try {
    return partWords(value as Json, false);
  } catch {
    // Nested too deeply for the stack; no screen could show it either.
    return '⟨too deep to show⟩';
  }
}

function partWords(value: Json, isInner: boolean): string {
  if (typeof value === 'string') return /^[^\s"=(),]+$/u.test(value) ? value : JSON.stringify(value);
  if (isList(value)) return bracket(value.map((one) => partWords(one, true)).join(', '), isInner);
  if (!isJsonObject(value)) return value === null ? '–' : (scalarText(value) ?? '');
  const pairs = Object.entries(value).map(([name, one]) => `${partWords(name, true)}=${partWords(one, true)}`);
  return bracket(pairs.join(' '), isInner);
}

function bracket(words: string, isInner: boolean): string {
  if (words === '') return '–';
  return isInner ? `(${words})` : words;
}
