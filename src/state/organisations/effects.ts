/** Effects of organisations: their list, and the one that was opened last. */
import type { Organisation } from '../../api/organisations.ts';
import { listOrganisations } from '../../api/organisations.ts';
import type { Result } from '../../api/problem.ts';
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

export const organisationsReads: Reads<'organisations'> = {
  listOrganisations: {
    slot: 'organisations',
    key: () => 'organisations',
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
    givenUp: (_, problem) => ({
      kind: 'organisationsFailed',
      problem: { ...problem, operation: 'list organisations' },
    }),
  },
};

export function organisationsAnswered(answer: Result<readonly Organisation[]>): Action {
  return answer.ok
    ? { kind: 'organisationsArrived', organisations: answer.value }
    : { kind: 'organisationsFailed', problem: answer.problem };
}
