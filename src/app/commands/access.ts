/** The service and the token for commands that send requests. */
import process from 'node:process';
import { certificatesUnchecked, waitSentence } from '../../screens/text/problem-wording.ts';
import type { Settings } from '../cli/settings.ts';
import { startDemo } from '../cli/startup.ts';
import { routeTo } from '../network/proxy.ts';
import { readClocks, type tokenStoreOf } from '../ports.ts';
import { notMeantWords, organisationMeant } from '../../state/session/organisations.ts';
import { isSameName } from '../../state/kernel/spelling.ts';
import { withOtherWays } from '../../state/account/token-storage/feature.ts';
import type { Organisation } from '../../api/organisations.ts';
import type { Waiting } from '../../state/session/backoff/feature.ts';

/** A sentence for standard error, with its exit code: 1 means a failed read, 2 arguments that cannot work. */
export interface Refusal {
  readonly code: 1 | 2;
  readonly message: string;
}

interface Access {
  readonly baseUrl: string;
  readonly token: string;
}

const noToken = 'No token is stored for this service. Sign in once in rollcall, or set ROLLCALL_TOKEN.';
const acceptOnce = 'Accept the token command in rollcall once, or name it in tokenCommandFor.';
const noAddress = 'No address is known. Use --base-url, or sign in once in rollcall.';

/** Finds the address and the token. Warns on standard error if certificates are not checked. */
export async function accessFor(
  { isDemo, baseUrl, token, isTlsUnchecked }: Settings,
  tokenStore: () => ReturnType<typeof tokenStoreOf>,
): Promise<Access | Refusal> {
  if (isDemo) {
    const demo = await startDemo();
    return demo.ok ? demo : { code: 1, message: demo.sentence };
  }
  if (baseUrl === null) return { code: 2, message: noAddress };
  const route = routeTo(baseUrl);
  if (!route.ok) return { code: 2, message: route.sentence };
  // Node's own warning may be switched off.
  if (isTlsUnchecked && baseUrl.startsWith('https:')) process.stderr.write(`rollcall: ${certificatesUnchecked}\n`);
  if (token !== null) return { baseUrl, token: token.value };
  const found = await (await tokenStore()).find(baseUrl);
  if (found.token !== undefined) return { baseUrl, token: found.token };
  if (found.kind === 'unaccepted') return { code: 2, message: `${found.sentence} ${acceptOnce}` };
  if (found.kind !== 'failed') return { code: 2, message: noToken };
  const isKeychain = found.storage === 'keychain';
  return { code: 2, message: isKeychain ? withOtherWays(found.sentence, 'use --token-stdin') : found.sentence };
}

export function namesOf(all: readonly Organisation[]): string {
  return all.map(({ orgName, orgId }) => `${orgName} (${orgId})`).join(', ');
}

/**
 * The organisation of `--org`: by id, by name, or the only one whose name contains the text, which a note then names.
 * `isWhole`: requires the full name.
 */
export function organisationOf(
  all: readonly Organisation[],
  wanted: string,
  isWhole: boolean,
): { readonly orgId: string; readonly note: string | null } | Refusal {
  const meant = organisationMeant(all, wanted, isWhole);
  if (meant.kind === 'found') {
    const { organisation } = meant;
    const isByPart = organisation.orgId !== wanted && !isSameName(organisation.orgName, wanted);
    return { orgId: organisation.orgId, note: isByPart ? `The organisation is ${namesOf([organisation])}.` : null };
  }
  const rest = meant.kind === 'none' && meant.near === null ? `. There are: ${namesOf(all)}` : '';
  return { code: 2, message: `--org: ${notMeantWords(meant, wanted)}${rest}` };
}

/** Reports waits on standard error, timed by the steady clock. */
export const waitsOnStderr: Waiting = {
  steady: () => readClocks().steady,
  tell(problem) {
    process.stderr.write(`rollcall: ${waitSentence(problem)}\n`);
  },
};
