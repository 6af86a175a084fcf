/** Effects of signing in: an address is read, a token is looked for, tried, replaced and removed. */
import { readBaseUrl } from '../../api/base-url.ts';
import { listOrganisations } from '../../api/organisations.ts';
import type { Problem } from '../../api/problem.ts';
import { readToken } from '../../api/token.ts';
import type { Effects, Reads } from '../kernel/feature.ts';
import { organisationsAnswered } from '../organisations/effects.ts';
import type { Action } from '../state.ts';
import type { SignInEffect } from './feature.ts';

type Answer = Awaited<ReturnType<typeof listOrganisations>>;
type ReplaceToken = Extract<SignInEffect, { kind: 'replaceToken' }>;

export const signInEffects: Effects<'signIn'> = {
  checkBaseUrl({ typed }) {
    const read = readBaseUrl(typed);
    return read.ok
      ? { kind: 'baseUrlAccepted', baseUrl: read.baseUrl }
      : { kind: 'baseUrlRefused', reason: read.reason };
  },
  async findToken({ baseUrl }, { ports, credentials, useService, isCurrent }) {
    useService(baseUrl);
    const { token, ...found } = await ports.tokens.find(baseUrl);
    if (token !== undefined && isCurrent()) credentials.use(token, baseUrl);
    return { kind: 'tokenSearched', found };
  },
  async forgetToken({ baseUrl }, { ports, credentials }) {
    credentials.forget();
    return { kind: 'tokenForgotten', report: await ports.tokens.remove(baseUrl) };
  },
  async replaceToken(effect, services) {
    services.useService(effect.baseUrl);
    const refused = (says: string | null, problem: Problem | null): Action => {
      return { kind: 'newTokenRefused', says, problem };
    };
    const read = readToken(services.credentials.offered());
    if (!read.ok) return refused(`Not a token: ${read.reason}.`, null);
    const answer = await listOrganisations(services.client(read.token));
    if (!answer.ok && !isAccepted(answer)) return refused(null, answer.problem);
    if (!seesOrganisation(effect, answer))
      return refused('This token is of an account that does not see the organisation at work.', null);
    if (services.isCurrent()) services.credentials.use(read.token, effect.baseUrl);
    return { kind: 'newTokenAccepted', organisations: answer.ok ? answer.value : null };
  },
};

export const signInReads: Reads<'signIn'> = {
  tryToken: {
    slot: 'organisations',
    key: () => 'organisations',
    async send({ baseUrl }, services) {
      const { credentials, signal, client, isCurrent, useService } = services;
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
    givenUp: (_, problem) => ({
      kind: 'organisationsFailed',
      problem: { ...problem, operation: 'list organisations' },
    }),
  },
};

/** A narrow token may see systems and not this list: forbidden, it is a good one all the same. */
function isAccepted(answer: Answer): boolean {
  return answer.ok || (answer.problem.kind === 'refused' && answer.problem.status === 403);
}

/** Does it see the organisation at work, as far as the answer says that? */
function seesOrganisation({ organisation }: ReplaceToken, answer: Answer): boolean {
  if (organisation === null || !answer.ok) return true;
  return answer.value.some(({ orgId }) => orgId === organisation.orgId);
}
