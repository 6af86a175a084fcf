/** The record of a call, without its secrets: they are kept nowhere. */
import { type Json, parseExactly } from '../../../api/exact-json.ts';
import { hiddenText, type Masking, masked, mostLevels, textWithoutSecrets } from '../../../api/secrets.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { RequestRecord } from './record.ts';

/** `before`: what was read at its target, as it was received; null: nothing was. */
type About = Pick<RequestRecord, 'at' | 'mode' | 'profile' | 'baseUrl' | 'orgName' | 'before'>;

/** What is saved before the call is sent. */
export function recordOf(call: Call, about: About): RequestRecord {
  const { method, orgId, operation } = call;
  const masking: Masking = { secrets: call.secrets, levels: mostLevels };
  // In the order in which a line is read.
  return {
    ...{ at: about.at, mode: about.mode, profile: about.profile, baseUrl: about.baseUrl },
    orgId,
    orgName: about.orgName,
    method,
    template: operation.slice(operation.indexOf(' ') + 1),
    address: maskedAddress(call),
    body: call.body === null ? null : masked(bodyOf(call.body), masking),
    before: about.before === null ? null : masked(about.before, masking),
  };
}

function bodyOf(body: string): Json {
  try {
    return parseExactly(body);
  } catch {
    return textWithoutSecrets(body);
  }
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
  return masked(plain(encoded), { secrets }, { name }) === hiddenText ? hiddenText : encoded;
}

function plain(encoded: string): string {
  try {
    return decodeURIComponent(encoded.replaceAll('+', ' '));
  } catch {
    return encoded;
  }
}
