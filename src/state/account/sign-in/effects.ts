/** Effects of signing in: parses an address, and finds, tries, replaces and removes a token. */
import { readBaseUrl, readToken } from '../../../api/access.ts';
import { listOrganisations, type Organisation } from '../../../api/organisations.ts';
import type { Effects, Reads } from '../../root/feature.ts';
import { organisationsAnswered, readOfList } from '../organisations/effects.ts';

type Answer = Awaited<ReturnType<typeof listOrganisations>>;

export const signInEffects: Effects<'signIn'> = {
  checkBaseUrl({ typed }) {
    const read = readBaseUrl(typed);
    return read.ok
      ? { kind: 'baseUrlAccepted', baseUrl: read.baseUrl }
      : { kind: 'baseUrlRefused', reason: read.reason };
  },
  async findToken({ baseUrl, isAccepted = false }, { ports, credentials, useService, isCurrent }) {
    useService(baseUrl);
    const { token, ...found } = await ports.tokens.find(baseUrl, isAccepted);
    if (token !== undefined && isCurrent()) credentials.use(token, baseUrl);
    return { kind: 'tokenSearched', found };
  },
  async forgetToken({ baseUrl }, { ports, credentials }) {
    credentials.forget();
    return { kind: 'tokenForgotten', report: await ports.tokens.remove(baseUrl) };
  },
  async replaceToken({ baseUrl, organisation }, { useService, credentials, client, isCurrent }) {
    useService(baseUrl);
    const read = readToken(credentials.offered());
    if (!read.ok) return { kind: 'newTokenRefused', message: `Not a token: ${read.reason}.`, problem: null };
    const answer = await listOrganisations(client(read.token));
    if (!answer.ok && !isAccepted(answer)) return { kind: 'newTokenRefused', message: null, problem: answer.problem };
    if (!seesOrganisation(organisation, answer)) {
      const message = 'This token cannot see the present organisation.';
      return { kind: 'newTokenRefused', message, problem: null };
    }
    if (isCurrent()) credentials.use(read.token, baseUrl);
    return { kind: 'newTokenAccepted', organisations: answer.ok ? answer.value : null };
  },
};

export const signInReads: Reads<'signIn'> = {
  tryToken: {
    ...readOfList,
    async send({ baseUrl }, { credentials, signal, client, isCurrent, useService }) {
      useService(baseUrl);
      const read = readToken(credentials.offered());
      if (!read.ok) return { kind: 'tokenRefused', reason: read.reason };
      const answer = await listOrganisations(client(read.token), signal);
      if (isAccepted(answer) && isCurrent()) credentials.use(read.token, baseUrl);
      return organisationsAnswered(answer);
    },
    answers: {},
    retries: {
      organisationsFailed: ({ screen, session: { signIn, baseUrl } }) =>
        screen.kind === 'signIn' && signIn.isTrying && baseUrl !== null ? { kind: 'tryToken', baseUrl } : null,
    },
  },
};

/** A 403 still means a valid token: one with a narrow scope may read systems, but not this list. */
function isAccepted(answer: Answer): boolean {
  return answer.ok || (answer.problem.kind === 'refused' && answer.problem.status === 403);
}

/** Does the answer show that the token can see the organisation in use? */
function seesOrganisation(organisation: Organisation | null, answer: Answer): boolean {
  return organisation === null || !answer.ok || answer.value.some(({ orgId }) => orgId === organisation.orgId);
}
