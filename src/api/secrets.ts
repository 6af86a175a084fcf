/** Recognises secret texts by name and by form. Everything that shows, copies, writes or records uses it. */
import { isCut } from './compact.ts';
import { endOfText, ExactNumber, isJsonObject, type Json } from './exact-json.ts';
import { isSecretName, strengthOf } from './secret-names.ts';

/** Replaces a secret wherever it leaves the screen. */
export const hiddenText = '•••';

/** Shorter texts of a key or a code, and those with white space, are words: `keyCode: "enter"`. */
const minSecretLength = 8;

export interface SecretPlace {
  /** Name of the field; a list item has the name of its list. */
  readonly name: string;
  readonly owner?: unknown;
  readonly outer?: string;
  /** The schema says `password` or `writeOnly`. */
  readonly isSecretShape?: boolean;
}

/** Fields that name the value beside them, and fields for such a value. */
const namesBeside = [
  'name',
  'key',
  'header',
  'field',
  'parameter',
  'param',
  'property',
  'variable',
  'label',
  'type',
  'kind',
];
const valueField =
  /^(?:values?|val|content|contents|data|text|string|raw|plaintext|default|(?:string|text|default|current|raw)_?value)$/i;

export function isSecret(value: unknown, { name, owner, outer = '', isSecretShape = false }: SecretPlace): boolean {
  if (typeof value !== 'string' || value === '') return false;
  const isNamed = [...findNamesBeside(name, owner, outer), ...(isPairName(name, owner) ? [] : [name])].some((one) => {
    const strength = strengthOf(one);
    return strength === 'always' || (strength === 'long' && isLong(value));
  });
  const byShape = isSecretShape && (strengthOf(name) !== 'long' || isLong(value));
  return isNamed || byShape || isSecretItself(value);
}

/** The name of a value in `{ "name": "token", "value": "…" }` and in `{ "token": { "value": "…" } }`. */
function findNamesBeside(name: string, owner: unknown, outer: string): readonly string[] {
  if (!valueField.test(name)) return [];
  if (!isJsonObject(owner)) return [outer];
  const named = Object.entries(owner).flatMap(([field, text]) =>
    namesBeside.includes(field.toLowerCase()) && typeof text === 'string' ? [text] : [],
  );
  return named.length === 0 ? [outer] : named;
}

/** Is this a pair with the name in `key`? */
function isPairName(name: string, owner: unknown): boolean {
  return isJsonObject(owner) && secretNameAmong(name, Object.keys(owner)) === '';
}

/** The name to judge a field by, among these; empty when the field names the value beside it: `key` and `value`. */
export function secretNameAmong(name: string, names: readonly string[]): string {
  return namesBeside.includes(name.toLowerCase()) && names.some((one) => valueField.test(one)) ? '' : name;
}

function isLong(text: string): boolean {
  return text.length >= minSecretLength && !/\s/.test(text);
}

/** The form of the service's tokens. */
const accessToken = /(?<![A-Za-z0-9])[A-Za-z0-9]{63}(?![A-Za-z0-9])/;
/** Matches `Bearer …` before a token, not before a word as in "bearer authentication". */
const scheme =
  /(?<![\w-])(?:[Bb]earer|BEARER|[Bb]asic|BASIC|[Tt]oken|[Aa]pi[Kk]ey)\s+(?=[\w+/.~=-]*(?:[\d+/=_~]|[a-z][A-Z]))[\w+/.~=-]{6,}/;
const jsonWebToken = /(?<![\w-])eyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]{5,}/;
const privateKey = /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[^-]*(?:-----END [A-Z ]{0,40}-----)?/;
/** The password in `https://user:password@…`. */
const inAddress = /(?<=:\/\/[^\s/:@]{0,200}:)[^\s/@]+(?=@)/;
const forms = [accessToken, scheme, jsonWebToken, privateKey, inAddress];
const allForms = forms.map((form) => new RegExp(form, form.flags + 'g'));

/** A text of one line with a name and its value: `X-Api-Key: …`. */
const oneHeader = /^\s{0,20}["']?([\w.-]{1,80})["']?\s{0,8}[:=]\s{0,8}["']?([^\r\n]+?)["']?\s{0,20}$/;

/** Size of the cache for longer texts, which a screen checks again at each key. */
const maxRemembered = 16;
const longText = 10_000;
const remembered = new Map<string, boolean>();

function isSecretItself(text: string): boolean {
  if (text.length < longText) return hasSecret(text);
  const known = remembered.get(text);
  if (known !== undefined) return known;
  if (remembered.size >= maxRemembered) remembered.clear();
  const has = hasSecret(text);
  remembered.set(text, has);
  return has;
}

/** A cheap check: nearly all texts have none of these. */
const maybe = /[A-Za-z0-9]{63}|[:=]|bearer|basic|token|apikey|eyJ|PRIVATE KEY/i;

function hasSecret(text: string): boolean {
  // Fast path: most texts in a list of systems are names, numbers and times.
  if (text.length < 63 && (!/[:=\s]|eyJ/.test(text) || /^[\d:.TZ+-]*$/.test(text))) return false;
  if (!maybe.test(text)) return false;
  if (forms.some((form) => form.test(text))) return true;
  const [, name = '', value = ''] = oneHeader.exec(text) ?? [];
  const strength = strengthOf(name);
  if (strength === 'always' || (strength === 'long' && isLong(value))) return true;
  // `Server=db;Password=…`; after a colon, prose says "password: changed".
  for (const { name: one, sign, value: given } of findAssigned(text)) {
    if (sign === '=' && strengthOf(one) === 'always' && given.length > 3) return true;
  }
  return false;
}

/** A name to which a text is assigned, and that text: quoted, or up to the next sign that ends it. */
const assigning = /(?<![\w.-])([\w.-]+)["']?\s{0,8}([:=])\s{0,8}/g;
const assignedValue = /'([^'\n]*)|([^\s"',;&<>]+)/y;

interface Assigned {
  readonly name: string;
  readonly sign: string;
  readonly value: string;
  readonly at: number;
}

/** Assignments to names that may be secret; the value of another assignment may contain more. */
function* findAssigned(text: string): Generator<Assigned, void, void> {
  const [names, values] = [new RegExp(assigning), new RegExp(assignedValue)];
  for (let match = names.exec(text); match !== null; match = names.exec(text)) {
    const [, name = '', sign = ''] = match;
    if (strengthOf(name) === null) continue;
    values.lastIndex = names.lastIndex;
    const found = text[names.lastIndex] === '"' ? readQuoted(text, names.lastIndex) : values.exec(text)?.slice(1);
    if (found === undefined) continue;
    const value = found[0] ?? found[1] ?? '';
    const at = names.lastIndex + (/^["']/.test(text[names.lastIndex] ?? '') ? 1 : 0);
    names.lastIndex = at + value.length;
    yield { name, sign, value, at };
  }
}

/** The quoted text that begins here, up to the end of its line. */
function readQuoted(text: string, at: number): readonly string[] {
  return text.slice(at + 1, endOfText(text, at)).split('\n', 1);
}

/** A line with the name of a secret, and the rest of it: passphrases and `Bearer …` contain blanks. */
const secretLine = /^([ \t]{0,80}["']?([\w.-]+)["']?[ \t]{0,8}:[ \t]{0,8}["']?)([^\r\n"']+)/gm;

const element = /(<([\w:.-]+)(?:\s[^<>]{0,500})?>)([^<]+)(?=<\/)/g;

/** Masks text that is not JSON: the text after a secret's name, and anything with a secret's form. */
export function textWithoutSecrets(text: string): string {
  const isHidden = (name: string, value: string): boolean => {
    const strength = strengthOf(name);
    return strength === 'always' ? value !== hiddenText : strength === 'long' && value.length >= minSecretLength;
  };
  const lines = text.replace(secretLine, (all, before: string, name: string) =>
    strengthOf(name) === 'always' ? before + hiddenText : all,
  );
  const pieces: string[] = [];
  let from = 0;
  for (const { name, value, at } of findAssigned(lines)) {
    if (value === '' || !isHidden(name, value)) continue;
    pieces.push(lines.slice(from, at), hiddenText);
    from = at + value.length;
  }
  const named = (pieces.join('') + lines.slice(from)).replace(
    element,
    (all: string, tag: string, name: string, value: string) => (isHidden(name, value) ? tag + hiddenText : all),
  );
  return allForms.reduce((rest, form) => rest.replace(form, () => hiddenText), named);
}

export function namesSecret(text: string): boolean {
  return /key|code|secret|token|pass|pwd|credential|authori[sz]ation|cookie|bearer|basic/i.test(text);
}

/** Masks the secrets in a text of the given type. `secretNames`: fields that are secret by their schema. */
export function withoutSecrets(text: string, format: string, secretNames: ReadonlySet<string> = new Set()): string {
  if (format === 'text/csv') return textWithoutSecrets(csvWithoutSecrets(text));
  return jsonWithoutSecrets(text, secretNames) ?? textWithoutSecrets(text);
}

/** Otherwise unchanged; null when the text is not JSON. */
function jsonWithoutSecrets(text: string, secretNames: ReadonlySet<string>): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  let root: Json;
  try {
    root = JSON.parse(text) as Json;
  } catch {
    return null;
  }
  const secrets = new Set(secretsOf(root, secretNames));
  if (secrets.size === 0) return text;
  const pieces: string[] = [];
  const isName = /"\s*:/y;
  let from = 0;
  for (let next = text.indexOf('"'); next !== -1;) {
    const at = next;
    const end = endOfText(text, at);
    next = text.indexOf('"', end + 1);
    isName.lastIndex = end;
    if (isName.test(text) || !secrets.has(JSON.parse(text.slice(at, end + 1)) as string)) continue;
    pieces.push(text.slice(from, at), `"${hiddenText}"`);
    from = end + 1;
  }
  return pieces.join('') + text.slice(from);
}

/** At any depth. */
export function secretsOf(root: Json, secretNames: ReadonlySet<string> = new Set()): readonly string[] {
  const secrets: string[] = [];
  const left: { readonly value: Json; readonly place: SecretPlace }[] = [{ value: root, place: { name: '' } }];
  for (let one = left.pop(); one !== undefined; one = left.pop()) {
    const { value, place } = one;
    if (typeof value === 'string') {
      if (isSecret(value, { ...place, isSecretShape: secretNames.has(place.name) })) secrets.push(value);
    } else if (Array.isArray(value)) for (const part of value as readonly Json[]) left.push({ value: part, place });
    else if (isJsonObject(value)) {
      for (const [name, part] of Object.entries(value))
        left.push({ value: part, place: { name, owner: value, outer: place.name } });
    }
  }
  return secrets;
}

interface CsvCell {
  readonly cell: string;
  /** The separator or line break after the cell; null when the line stops being CSV. */
  readonly end: string | null;
}

/** Masks cells below a title that is the name of a secret, and cells beside such a name. */
function csvWithoutSecrets(text: string): string {
  const shown: string[] = [];
  let titles: readonly string[] | null = null;
  for (const cells of csvRows(text)) {
    const owner = Object.fromEntries(cells.map(({ cell }, at) => [titles?.[at] ?? '', plainCell(cell)]));
    for (const [at, { cell, end }] of cells.entries()) {
      const isOfSecret = titles !== null && isSecret(plainCell(cell), { name: titles[at] ?? '', owner });
      // A line that stops being CSV may contain any of the cells.
      const isHidden = end === null ? titles?.some(isSecretName) === true : isOfSecret;
      shown.push(isHidden ? hiddenText : cell, end ?? '');
    }
    titles ??= cells.map(({ cell }) => plainCell(cell).replaceAll(/\s/g, '_'));
  }
  return shown.join('');
}

function plainCell(cell: string): string {
  return cell.trim().replaceAll(/^"|"$/g, '').replaceAll('""', '"');
}

/** A line that stops being CSV stays in one piece. */
function* csvRows(text: string): Generator<readonly CsvCell[], void> {
  const [bare, ending] = [/[^,;\t\r\n"]*/y, /[,;\t]|\r?\n|\r?$/y];
  let cells: CsvCell[] = [];
  for (let at = 0, row = 0; at < text.length;) {
    bare.lastIndex = at;
    ending.lastIndex = text[at] === '"' ? afterQuotes(text, at) : at + (bare.exec(text)?.[0].length ?? 0);
    const cell = text.slice(at, ending.lastIndex);
    const end = ending.exec(text)?.[0];
    if (end === undefined) {
      const line = text.indexOf('\n', row);
      const to = line < 0 ? text.length : line;
      at = to + 1;
      cells = [
        { cell: text.slice(row, to), end: null },
        { cell: '', end: text.slice(to, at) },
      ];
    } else {
      cells.push({ cell, end });
      at += cell.length + end.length;
    }
    if (at < text.length && /^[,;\t]$/.test(end ?? '')) continue;
    yield cells;
    [cells, row] = [[], at];
  }
}

/** The end of a quoted cell, in which quotes are doubled; `from` when it has no end. */
function afterQuotes(text: string, from: number): number {
  let to = text.indexOf('"', from + 1);
  while (to !== -1 && text[to + 1] === '"') to = text.indexOf('"', to + 2);
  return to === -1 ? from : to + 1;
}

/** Does the text contain one of these secrets? A short secret must match the whole text: `a` is part of most texts. */
export function holdsSecret(text: string, secrets: readonly string[]): boolean {
  return secrets.some((secret) => {
    if (secret.length >= minSecretLength) return text.includes(secret);
    return secret !== '' && (text === secret || text.split(/[\s,;|]/).includes(secret));
  });
}

export interface Masking {
  readonly secrets?: readonly string[];
  readonly sign?: string;
  /** Deeper levels are left out. */
  readonly levels?: number;
}

/** Replaces each text that is a secret or contains a typed one. */
export function mask(value: Json, masking: Masking = {}, place: SecretPlace = { name: '' }): Json {
  const { secrets = [], sign = hiddenText, levels = Infinity } = masking;
  if (typeof value === 'string') return isSecret(value, place) || holdsSecret(value, secrets) ? sign : value;
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
  if (isCut(value)) {
    const { cut, moreCharacters } = value;
    return { cut: isSecret(cut, place) ? sign : textWithoutSecrets(cut), moreCharacters };
  }
  if (levels === 0) return `(nested deeper than ${maxLevels} levels)`;
  const inner = { ...masking, levels: levels - 1 };
  if (Array.isArray(value)) return value.map((part: Json) => mask(part, inner, place));
  if (!isJsonObject(value)) return value;
  const maskNamed = (name: string): string => (isSecretItself(name) || holdsSecret(name, secrets) ? sign : name);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      maskNamed(name),
      mask(part, inner, { name, owner: value, outer: place.name }),
    ]),
  );
}

/** Deeper levels are neither read nor kept. */
export const maxLevels = 200;
