/** Effects of organisations: their list, and the one that was opened last. */
import { listOrganisations, type Organisation } from '../../api/organisations.ts';
import type { Problem, Result } from '../../api/problem.ts';
import type { Effects, Reads } from '../kernel/feature.ts';
import type { Action } from '../state.ts';

export const organisationsEffects: Effects<'organisations'> = {
  recallOrganisation({ baseUrl }, { ports }) {
    const orgId = ports.memory.lastOrganisation(baseUrl);
    return orgId === null ? null : { kind: 'organisationRecalled', orgId };
  },
  rememberOrganisation({ baseUrl, orgId }, { ports }) {
    ports.memory.rememberOrganisation(baseUrl, orgId);
    return null;
  },
};

/** What reads of the list have in common, with whichever token. */
export const readOfList = {
  slot: 'organisations',
  key: () => 'organisations',
  givenUp: (_: unknown, problem: Problem): Action => ({
    kind: 'organisationsFailed',
    problem: { ...problem, operation: 'list organisations' },
  }),
} as const;

export const organisationsReads: Reads<'organisations'> = {
  listOrganisations: {
    ...readOfList,
    async send({ baseUrl }, { useService, client, signal }) {
      useService(baseUrl);
      return organisationsAnswered(await listOrganisations(client(), signal));
    },
    answers: { organisationsArrived: () => 'organisations', organisationsFailed: () => 'organisations' },
    retries: {
      organisationsFailed: ({ screen, session: { baseUrl }, organisations: { list } }) =>
        screen.kind !== 'signIn' && list.kind === 'loading' && baseUrl !== null
          ? { kind: 'listOrganisations', baseUrl }
          : null,
    },
  },
};

export function organisationsAnswered(answer: Result<readonly Organisation[]>): Action {
  return answer.ok
    ? { kind: 'organisationsArrived', organisations: answer.value }
    : { kind: 'organisationsFailed', problem: answer.problem };
}
