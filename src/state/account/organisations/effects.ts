/** Effects of organisations: their list, and the last opened one. */
import { listOrganisations, type Organisation } from '../../../api/organisations.ts';
import type { Problem, Result } from '../../../api/problem.ts';
import { readSystemsPage } from '../../../api/systems.ts';
import { findUnfinishedRuns } from '../../change/runs/files.ts';
import type { Effects, Reads } from '../../root/feature.ts';
import type { Action } from '../../root/state.ts';
import { countPage } from './counting.ts';

export const organisationsEffects: Effects<'organisations'> = {
  recallOrganisation({ baseUrl }, { ports }) {
    const orgId = ports.memory.lastOrganisation(baseUrl);
    return orgId === null ? null : { kind: 'organisationRecalled', orgId };
  },
  rememberOrganisation({ baseUrl, orgId }, { ports }) {
    ports.memory.rememberOrganisation(baseUrl, orgId);
    return null;
  },
  recallCounts: ({ baseUrl }, { ports }) => ({ kind: 'countsRecalled', counts: ports.memory.counts(baseUrl) }),
  rememberCounts({ baseUrl, counts }, { ports }) {
    ports.memory.rememberCounts(baseUrl, counts);
    return null;
  },
  async findUnfinished({ baseUrl }, { ports }) {
    const unfinished = await ports.changesFolder().then(
      (folder) => findUnfinishedRuns(folder, baseUrl),
      () => new Map<never, never>(),
    );
    return { kind: 'unfinishedFound', unfinished };
  },
};

export const readOfList = {
  slot: 'organisations',
  key: () => 'organisations',
  givenUp: (_: unknown, problem: Problem): Action => ({
    kind: 'organisationsFailed',
    problem: { ...problem, operation: 'list organisations' },
  }),
} as const;

/** One key for all pages of counts, because one page is requested at a time. */
const countKey = 'count';

const countReads: Pick<Reads<'organisations'>, 'readCountPage'> = {
  readCountPage: {
    slot: 'count',
    key: () => countKey,
    async send({ scan, query, from }, { client, clock, signal }) {
      const answer = await readSystemsPage(client(), query, from, signal);
      return answer.ok
        ? { kind: 'countPageArrived', scan, page: answer.value, now: clock.now() }
        : { kind: 'countPageFailed', scan, problem: answer.problem };
    },
    answers: { countPageArrived: () => countKey, countPageFailed: () => countKey },
    retries: {
      countPageFailed({ organisations: { counting } }, { scan }) {
        return counting?.scan.id === scan ? countPage(counting.scan) : null;
      },
    },
    givenUp: ({ scan }, problem) => ({
      kind: 'countPageFailed',
      scan,
      problem: { ...problem, operation: 'list systems' },
    }),
  },
};

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
  ...countReads,
};

export function organisationsAnswered(answer: Result<readonly Organisation[]>): Action {
  return answer.ok
    ? { kind: 'organisationsArrived', organisations: answer.value }
    : { kind: 'organisationsFailed', problem: answer.problem };
}
