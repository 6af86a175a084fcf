/** The record of a call, without its secrets: they are kept nowhere. */
import { isJsonObject, type Json, parseExactly } from '../../../api/exact-json.ts';
import { hiddenText, isSecret, textWithoutSecrets } from '../answer/secrets.ts';
import type { Call } from '../call/call.ts';
import { isList } from '../call/value-text.ts';
import type { RequestRecord } from './record.ts';

/** `before`: what was read at its target, as it was received; null: nothing was. */
type About = Pick<RequestRecord, 'at' | 'mode' | 'profile' | 'baseUrl' | 'orgName' | 'before'>;

/** What is saved before the call is sent. */
export function recordOf(call: Call, about: About): RequestRecord {
  const { method, orgId, operation, secrets } = call;
  // In the order in which a line is read.
  return {
    ...{ at: about.at, mode: about.mode, profile: about.profile, baseUrl: about.baseUrl },
    orgId,
    orgName: about.orgName,
    method,
    template: operation.slice(operation.indexOf(' ') + 1),
    address: maskedAddress(call),
    body: call.body === null ? null : masked(bodyOf(call.body), secrets),
    before: about.before === null ? null : masked(about.before, secrets),
  };
}

function bodyOf(body: string): Json {
  try {
    return parseExactly(body);
  } catch {
    return textWithoutSecrets(body);
  }
}

/** Shorter secrets are looked for as whole texts only: `a` is part of most of them. */
const shortestPart = 8;

function holds(text: string, secrets: readonly string[]): boolean {
  return secrets.some(
    (secret) => secret !== '' && (text === secret || (secret.length >= shortestPart && text.includes(secret))),
  );
}

/** Names of what is secret however short it is; a `code` or a `key` of a few letters is a word. */
const alwaysSecret = /(?:secret|token|password|credential)s?$/i;

/** Deeper than this nobody reads, and nothing is kept. */
const mostLevels = 200;
const tooDeep = `(nested deeper than ${mostLevels} levels)`;

/** The value with `"•••"` for each text that is a secret by its name, its form, or because it was typed as one. */
export function masked(value: Json, secrets: readonly string[], name = '', levels = mostLevels): Json {
  if (typeof value === 'string') {
    const isHidden = (value !== '' && alwaysSecret.test(name)) || isSecret(name, value) || holds(value, secrets);
    return isHidden ? hiddenText : value;
  }
  if (isList(value)) {
    return levels === 0 ? tooDeep : value.map((part) => masked(part, secrets, name, levels - 1));
  }
  if (!isJsonObject(value)) return value;
  if (levels === 0) return tooDeep;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [maskedName(key, secrets), masked(part, secrets, key, levels - 1)]),
  );
}

function maskedName(name: string, secrets: readonly string[]): string {
  return isSecret('', name) || holds(name, secrets) ? hiddenText : name;
}

/** The address with `•••` for each secret in its path and in its query. */
function maskedAddress({ url, secrets }: Pick<Call, 'url' | 'secrets'>): string {
  const { origin, pathname, search } = new URL(url);
  const path = pathname.split('/').map((part) => maskedPart('', part, secrets));
  const query = search
    .slice(1)
    .split('&')
    .map((pair) => {
      const [name = '', ...rest] = pair.split('=');
      return rest.length === 0 ? name : `${name}=${maskedPart(plain(name), rest.join('='), secrets)}`;
    });
  return `${origin}${path.join('/')}${search === '' ? '' : `?${query.join('&')}`}`;
}

function maskedPart(name: string, encoded: string, secrets: readonly string[]): string {
  return masked(plain(encoded), secrets, name) === hiddenText ? hiddenText : encoded;
}

function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return encoded;
  }
}
