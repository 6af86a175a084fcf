/** Writes JSON with every digit unchanged, at any depth, and on request without secrets. */
import { type Json, ExactNumber, scalarText } from '../../../api/exact-json.ts';
import { escapeHidden } from '../../kernel/hidden-characters.ts';
import { hiddenText, isSecret, type SecretPlace } from '../../../api/secrets.ts';

export interface JsonOptions {
  /** Secrets are written in clear; else `"•••"` stands in their place. */
  readonly withSecrets: boolean;
  /** Ends soon after this many characters, in the middle of the value. */
  readonly most?: number;
  /** The field that holds the value: its name may mark a text as a secret. */
  readonly name?: string;
  /** The fields whose shape marks them as secrets. */
  readonly secretNames?: ReadonlySet<string>;
}

/** An object or list that is being written. */
interface Level {
  readonly keys: readonly string[] | null;
  readonly of: object;
  readonly length: number;
  /** Place of the object or list, for judging secrets in it. */
  readonly place: SecretPlace;
  at: number;
}

/** Indented, with escapes for characters that a terminal obeys or hides. Without recursion, so any depth is safe. */
export function jsonText(root: Json, options: JsonOptions): string {
  const { most = Infinity } = options;
  const pieces: string[] = [];
  let written = 0;
  const push = (...some: readonly string[]): void => {
    pieces.push(...some);
    for (const piece of some) written += piece.length;
  };
  const levels: Level[] = [];
  const put = (place: SecretPlace, value: Json): void => {
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) {
      push(literal(place, value, options));
      return;
    }
    const keys = Array.isArray(value) ? null : Object.keys(value);
    const length = Array.isArray(value) ? value.length : (keys?.length ?? 0);
    if (length === 0) push(keys === null ? '[]' : '{}');
    else {
      push(keys === null ? '[' : '{');
      levels.push({ keys, of: value, length, place, at: 0 });
    }
  };
  put({ name: options.name ?? '' }, root);
  for (let level = levels.at(-1); level !== undefined && written <= most; level = levels.at(-1)) {
    const { keys, of, length, place, at } = level;
    if (at === length) {
      levels.pop();
      push(lineAt(levels.length), keys === null ? ']' : '}');
      continue;
    }
    level.at += 1;
    push(at === 0 ? '' : ',', lineAt(levels.length));
    const key = keys?.[at];
    if (key === undefined) put(place, (of as readonly Json[])[at] ?? null);
    else {
      push(textText(key), ': ');
      put({ name: key, owner: of, outer: place.name }, (of as Readonly<Record<string, Json>>)[key] ?? null);
    }
  }
  return pieces.join('');
}

/** Limit on the indent: with all of it, a file of 3,000 levels would be megabytes of spaces. */
const deepestIndent = 100;

function lineAt(depth: number): string {
  return `\n${'  '.repeat(Math.min(depth, deepestIndent))}`;
}

function literal(place: SecretPlace, value: Json, { withSecrets, secretNames }: JsonOptions): string {
  if (typeof value !== 'string') return Object.is(value, -0) ? '-0' : (scalarText(value) ?? '');
  const isHidden = !withSecrets && isSecret(value, { ...place, isSecretShape: secretNames?.has(place.name) === true });
  return textText(isHidden ? hiddenText : value);
}

function textText(text: string): string {
  return escapeHidden(JSON.stringify(text));
}
