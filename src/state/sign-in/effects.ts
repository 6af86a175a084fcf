/** How is a token tried at the service? With the list of organisations, which is what anybody may ask for first. */
import type { Client } from '../../api/http/client.ts';
import { listOrganisations } from '../../api/organisations.ts';
import type { Problem } from '../../api/problem.ts';
import { readToken } from '../../api/token.ts';
import type { Action } from '../actions.ts';
import type { Credentials } from './credentials.ts';
import type { Effect } from '../effects.ts';

type Dispatch = (action: Action) => void;

export type TokenEffect = Extract<Effect, { readonly kind: 'tryToken' | 'replaceToken' | 'listOrganisations' }>;

type Answer = Awaited<ReturnType<typeof listOrganisations>>;

/**
 * A token that the service accepted is used from here on, unless something newer was asked meanwhile (`isCurrent`).
 * `client`: for the service in use, with that token or with the one in use.
 */
export function createTokenEffects(
  credentials: Credentials,
  isCurrent: (session: number) => boolean,
  client: (dispatch: Dispatch, token?: string) => Client,
  signal: () => AbortSignal,
): (effect: TokenEffect, dispatch: Dispatch) => Promise<Action> {
  return async (effect, dispatch) => {
    const { session, baseUrl } = effect;
    const tried = async (token: string): Promise<Answer> => {
      const answer = await listOrganisations(client(dispatch, token), signal());
      if ((answer.ok || isForbidden(answer.problem)) && isFit(effect, answer) && isCurrent(session)) {
        credentials.use(token, baseUrl);
      }
      return answer;
    };
    switch (effect.kind) {
      case 'listOrganisations':
        return told(session, await listOrganisations(client(dispatch), signal()));
      case 'tryToken': {
        const read = readToken(credentials.offered());
        return read.ok ? told(session, await tried(read.token)) : { kind: 'tokenRefused', reason: read.reason };
      }
      case 'replaceToken': {
        const refused = (says: string | null, problem: Problem | null): Action => ({
          ...{ kind: 'newTokenRefused', session, says, problem },
        });
        const read = readToken(credentials.offered());
        if (!read.ok) return refused(`Not a token: ${read.reason}.`, null);
        const answer = await tried(read.token);
        if (!answer.ok && !isForbidden(answer.problem)) return refused(null, answer.problem);
        const organisations = answer.ok ? answer.value : null;
        if (isFit(effect, answer)) return { kind: 'newTokenAccepted', session, organisations };
        return refused('This token is of an account that does not see the organisation at work.', null);
      }
    }
  };
}

function told(session: number, answer: Answer): Action {
  return answer.ok
    ? { kind: 'organisationsArrived', session, organisations: answer.value }
    : { kind: 'organisationsFailed', session, problem: answer.problem };
}

/** Does it see the organisation at work, as far as the answer says that? */
function isFit(effect: TokenEffect, answer: Answer): boolean {
  if (effect.kind !== 'replaceToken' || effect.organisation === null || !answer.ok) return true;
  const { orgId } = effect.organisation;
  return answer.value.some((organisation) => organisation.orgId === orgId);
}

/** The token is good, and not for this: a narrow one may see systems and not this list. */
function isForbidden(problem: Problem): boolean {
  return problem.kind === 'refused' && problem.status === 403;
}
