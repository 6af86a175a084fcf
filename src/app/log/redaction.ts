/**
 * What must not be in the log: the token in any form, keys' secrets, and what forms and answers have as secrets. A secret
 * becomes as many `_`: what is replayed has texts of the same length in the same places.
 */
import { parseExactly } from '../../api/exact-json.ts';
import { tokenRedactor, redactSecrets } from '../../api/token.ts';
import { secretOf } from '../../state/account/enrolment-keys/selectors.ts';
import { isSecretField } from '../../state/root/navigation.ts';
import {
  type Hiding,
  isSecret,
  type SecretPlace,
  textWithoutSecrets,
  withoutSecrets,
} from '../../state/explorer/secrets.ts';
import { contextOf, formScreen } from '../../state/explorer/form/forms.ts';
import { secretsIn } from '../../state/explorer/form/secrets.ts';
import type { Action, Effect, State } from '../../state/root/state.ts';
import { decoded, encoded, type TextRule } from './plain.ts';

/** An action with the states around it. */
export interface Moment {
  readonly action: Action;
  readonly before: State;
  readonly after: State;
  readonly effects: readonly Effect[];
}

export interface Redaction {
  /** From here on what the moment reveals is known, and hidden wherever it stands. */
  readonly learn: (moment: Moment) => void;
  readonly ofAction: (moment: Moment) => TextRule;
  readonly ofEffect: (effect: Effect) => TextRule;
}

/** More at once are rows of an answer, which are hidden by their names. */
const mostFromOne = 20;
const mostKnown = 100;
/** Of a shorter one, other forms are found in every text. */
const shortestInOtherForms = 12;
/** A shorter one would be found in every text; where it stands by itself it is hidden all the same. */
const shortestKnown = 4;

/** Fields that are called like a secret and are none. */
const plainKinds: ReadonlySet<Action['kind']> = new Set([
  'serviceKnown',
  'serviceUnknown',
  'tokenSearched',
  'tokenKept',
  'tokenForgotten',
  'requestEndLost',
  'requestRecordsFailed',
  'definitionArrived',
]);

export function createRedaction(): Redaction {
  const known = new Set<string>();
  const remember = (secret: string): void => {
    if (secret.length < shortestKnown || /^_+$/.test(secret)) return;
    known.delete(secret);
    known.add(secret);
    for (const oldest of known) {
      if (known.size <= mostKnown) break;
      known.delete(oldest);
    }
  };
  const withoutKnown = (text: string): string => [...known].reduce(withoutSecret, text);

  /** `hidden` takes the secrets that are found by their names. */
  const ruleFor =
    (isPlain: boolean, hidden: Set<string>): TextRule =>
    (text, path, owner) => {
      const name = path.at(-1) ?? '';
      if (name === 'secrets') return masked(text);
      if (!isPlain && !path.includes('problem') && isSecret(text, placeOf(path, owner))) {
        hidden.add(text);
        return masked(text);
      }
      return withoutKnown(withoutNamedSecrets(text, name, owner));
    };

  return {
    learn({ action, after, effects }) {
      const own = unwrapped(action);
      if (own.kind === 'keyCreated') remember(secretOf(own.key)?.value ?? '');
      for (const secret of [...callSecrets([own, ...effects]), ...formSecrets(after)]) remember(secret);
    },
    ofAction({ action, before }) {
      const own = unwrapped(action);
      const hidden = new Set<string>();
      const rule = ruleFor(plainKinds.has(own.kind), hidden);
      const isTyped = own.kind === 'textEdited';
      const isSecretTyped = isTyped && isSecretField(before);
      return (text, path, owner) => {
        if (isSecretTyped && path.at(-1) === 'text') return masked(text);
        const safe = rule(text, path, owner);
        if (hidden.size > 0 && hidden.size <= mostFromOne) for (const secret of hidden) remember(secret);
        if (own.kind === 'operationEdited' || own.kind === 'ownCommandsKnown') return withoutAssigned(safe);
        return isTyped ? withoutLongWords(formScreen(before) === null ? safe : withoutAssigned(safe)) : safe;
      };
    },
    ofEffect(effect) {
      const rule = ruleFor(false, new Set());
      if (effect.kind === 'copyText' || effect.kind === 'copyLines') {
        return (text, path) => (path.at(-1) === 'kind' ? text : masked(text));
      }
      return effect.kind === 'runOwnCommand' ? (...text) => withoutAssigned(rule(...text)) : rule;
    },
  };
}

/** The action behind a key or a command. */
export function unwrapped(action: Action): Action {
  return action.kind === 'keyPressed' || action.kind === 'paletteChosen' ? unwrapped(action.action) : action;
}

function masked(text: string): string {
  return '_'.repeat(text.length);
}

/** A text without an owner is the name of a field. */
function placeOf(path: readonly string[], owner: object | null): SecretPlace {
  return owner === null ? { name: '' } : { name: path.at(-1) ?? '', owner, outer: path.at(-2) ?? '' };
}

/** The secrets of calls: they stand near the top of what holds one. */
function callSecrets(values: readonly unknown[], depth = 4): readonly string[] {
  if (depth === 0) return [];
  return values.slice(0, mostKnown).flatMap((value): readonly string[] => {
    if (typeof value !== 'object' || value === null) return [];
    const { secrets } = value as { readonly secrets?: unknown };
    const own = Array.isArray(secrets) ? secrets.filter((one) => typeof one === 'string') : [];
    return [...own, ...callSecrets(Object.values(value), depth - 1)];
  });
}

function formSecrets(state: State): readonly string[] {
  const screen = formScreen(state);
  return screen === null ? [] : secretsIn(contextOf(state, screen));
}

/** As it is, as in JSON, and as in an address; any other form is one that the service makes. */
function withoutSecret(text: string, secret: string): string {
  const forms = [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret.toWellFormed())];
  const safe = forms.reduce((rest, form) => (rest.includes(form) ? rest.replaceAll(form, masked(secret)) : rest), text);
  return secret.length < shortestInOtherForms ? safe : tokenRedactor(secret)(safe);
}

/** A text that is JSON, CSV or anything else with names in it, without what stands beside those of secrets. */
function withoutNamedSecrets(text: string, name: string, owner: object | null): string {
  if (name === 'values' && owner !== null && 'names' in owner && Array.isArray(owner.names)) {
    return withoutSecretsBeside(owner.names, text);
  }
  if (!/^(?:raw|text|body)$/.test(name)) return text;
  const json = jsonWithoutSecrets(text);
  if (json !== null) return json;
  const format = owner !== null && 'format' in owner && typeof owner.format === 'string' ? owner.format : '';
  return format === '' ? textWithoutSecrets(text) : withoutSecrets(text, format);
}

/** The names stand in one list and the values in another. */
function withoutSecretsBeside(names: readonly unknown[], text: string): string {
  const values = parseExactly(text) as unknown[];
  const row = Object.fromEntries(names.map((name, at) => [String(name), values[at]]));
  const safe = decoded(encoded(row, bySecrets)) as Readonly<Record<string, unknown>>;
  return JSON.stringify(values.map((_, at) => safe[String(names[at])]));
}

const bySecrets: TextRule = (text, path, owner) => (isSecret(text, placeOf(path, owner)) ? masked(text) : text);

function jsonWithoutSecrets(text: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value = parseExactly(text);
    const safe = JSON.stringify(decoded(encoded(value, bySecrets)));
    return safe === JSON.stringify(value) ? text : safe;
  } catch {
    return null;
  }
}

/** Whatever its length: of what is typed letter by letter, the first letters are a part of it. */
const wholly: Hiding = { hidden: masked, shortest: 1 };

function withoutAssigned(text: string): string {
  return textWithoutSecrets(text, wholly);
}

/** A token that is typed by hand in the wrong place is not yet one while it is typed. */
function withoutLongWords(text: string): string {
  return text.replaceAll(/[A-Za-z0-9]{20,}/g, masked);
}

/** A piece of the token of this length tells too much of it. */
const longestPiece = 16;
/** What a person types is short; longer lines come from the service, which has the token whole. */
const longestTyped = 20_000;

/** A text without these tokens, in any form that is known, and without anything that has the form of a token. */
export function withoutTokens(text: string, tokens: readonly string[]): string {
  const whole = tokens.reduce((rest, token) => redactSecrets(tokenRedactor(token)(rest), token), text);
  const safe = tokens.length === 0 ? redactSecrets(text, null) : whole;
  return safe.length > longestTyped ? safe : tokens.reduce(withoutPieces, safe);
}

function withoutPieces(text: string, token: string): string {
  let safe = text;
  for (let from = 0; from + longestPiece <= token.length; from += 1) {
    const at = safe.indexOf(token.slice(from, from + longestPiece));
    if (at === -1) continue;
    let length = longestPiece;
    while (safe[at + length] === token[from + length] && from + length < token.length) length += 1;
    safe = `${safe.slice(0, at)}${'_'.repeat(length)}${safe.slice(at + length)}`;
    from -= 1;
  }
  return safe;
}
