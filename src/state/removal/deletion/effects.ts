/** Effects of a run: write its records, re-read systems, and send the changes. A sent request is never aborted. */
import { setTimeout } from 'node:timers/promises';
import { type Client, pastCaches } from '../../../api/http/client.ts';
import type { SavedIntent } from '../../../api/http/saved-intent.ts';
import { listOrganisations } from '../../../api/organisations.ts';
import type { Result } from '../../../api/problem.ts';
import { type Changed, changeSystem, createPrefetch, plannedRequest, readSystemsPage } from '../../../api/systems.ts';
import type { SystemChange } from '../../../api/operations.ts';
import { type Call, sendForSystem } from '../../../api/calls/call.ts';
import type { Effects, Feature, Of, Reads, Services } from '../../root/feature.ts';
import type { Effect, State } from '../../root/state.ts';
import { checkPage } from './end.ts';
import { systemRead } from '../../fleet/systems/effects.ts';
import { decodeRecord } from '../../change/runs/effects.ts';
import { runJournals } from '../../change/runs/open-journals.ts';
import type { DeletionRead } from './feature.ts';
import { stepBack } from './public.ts';
import { isPutOff } from '../../change/outcome.ts';
import { accessCheck, isGoing, recheck, type Run, type Work } from '../../change/run.ts';
import { runRows } from '../../change/run-kinds.ts';
import type { System } from '../../../api/system.ts';
import { isOfRecord, takesIfMatch, withIfMatch } from '../../../api/calls/build-call.ts';
import { isJsonObject, type JsonObject } from '../../../api/exact-json.ts';
import { mask, maxLevels } from '../../../api/secrets.ts';
import { editCall, fieldsSent, type FieldsSet } from '../../change/edit.ts';
import { fieldsBefore } from '../../change/journal/records-file.ts';

/**
 * Maximum age of the re-read when the change is sent, in milliseconds. The computer may have slept since an older
 * one.
 */
const maxRereadAgeMs = 2000;

export const deletionEffects: Effects<'deletion'> = {
  async openJournal(effect, { ports: { memory }, journals, isCurrent, dispatch }) {
    const { run } = effect;
    const { mode, baseUrl, orgId, items, reviewed } = effect.header;
    if (mode === 'run' && baseUrl !== null) {
      // Re-reads the settings, since another session may have changed them.
      await memory.refreshProtection();
      const settings = memory.settings();
      const label = memory.label(baseUrl, orgId);
      const guards = memory.guards(baseUrl, orgId);
      const above = reviewed === undefined ? (guards.secondPersonAbove ?? Infinity) : Infinity;
      if (settings.isReadOnly || label.isReadOnly || items > above)
        return { kind: 'runForbidden', run, settings, label, guards };
      dispatch({ kind: 'protectionFound', run, systems: guards.systems });
    }
    const opened = await journals.open(effect);
    if (!isCurrent()) journals.close({ run, end: null });
    return opened;
  },
  recordIntent: (effect, { journals }) => journals.recordIntent(effect),
  recordOutcome({ run, does, orgId, systemId, outcome, planned }, { journals, client, clock }) {
    const { request: own } = runRows[does];
    const wanted = own === null ? (planned ?? null) : plannedRequest(client().baseUrl, own, orgId, systemId);
    const request = outcome.kind === 'would' ? wanted : null;
    return journals.recordOutcome(run, systemId, outcome, request, clock.serviceTime());
  },
  closeJournal(effect, { journals }) {
    journals.close(effect);
    return null;
  },
  /** Not sent if the system was re-read too long ago. */
  async changeSystem({ run, request, orgId, systemId, rereadAt }, { ports, client, clock, journals }) {
    const reread = { isTooOld: false };
    // Tested here, and again when the connection is open.
    const mayLeave = (): boolean => {
      reread.isTooOld = ports.sinceBoot() - rereadAt > maxRereadAgeMs;
      return !reread.isTooOld;
    };
    const send = (intent: SavedIntent) =>
      typeof request === 'string'
        ? changeSystem(client(), intent, request, orgId, systemId, mayLeave)
        : sendForSystem(client(), intent, request, systemId, mayLeave);
    const answer: Result<Changed> | null = mayLeave() ? await send(journals.intentOf(run, systemId)) : null;
    const now = clock.now();
    if (answer === null || reread.isTooOld) return { kind: 'rereadTooOld', run, systemId, now };
    return answer.ok
      ? { kind: 'systemChanged', run, systemId, ...answer.value, now }
      : { kind: 'changeFailed', run, systemId, problem: answer.problem, now };
  },
};

const recheckKey = ({ systemId }: Pick<System, 'systemId'>): string => `recheck ${systemId}`;
const changeKey = ({ systemId }: Pick<System, 'systemId'>): string => `change ${systemId}`;

export const deletionReads: Reads<'deletion'> = {
  recheckSystem: {
    ...systemRead<Of<DeletionRead, 'recheckSystem'>>(
      ({ run, systemId }, answer, now) => ({ kind: 'systemRechecked', run, systemId, ...answer, now }),
      ({ run, systemId }, problem, now) => ({ kind: 'recheckFailed', run, systemId, problem, now }),
    ),
    key: recheckKey,
    answers: {
      systemRechecked: recheckKey,
      recheckFailed: recheckKey,
      // A postponed change has its own retry count: the re-read between two attempts succeeds.
      systemChanged: changeKey,
      changeFailed: changeKey,
    },
    retries: {
      recheckFailed: pendingRecheck,
      changeFailed(state, action) {
        // The system is re-read first, as before any change.
        return isPutOff(action.problem) ? pendingRecheck(state, action) : null;
      },
    },
    putOff: stepBack,
  },
  checkAccess: {
    key: () => 'access',
    async send(effect, { client, clock }) {
      const { run } = effect;
      const answer = await accessTo(effect, pastCaches(client()));
      const now = clock.now();
      return answer.ok
        ? { kind: 'accessChecked', run, hasAccess: answer.value, now }
        : { kind: 'accessCheckFailed', run, problem: answer.problem, now };
    },
    answers: { accessChecked: () => 'access', accessCheckFailed: () => 'access' },
    retries: {
      accessCheckFailed: ({ deletion: run }, action) =>
        isGoing(run) && run.id === action.run ? accessCheck(run) : null,
    },
    givenUp: ({ run }, problem, { now }) => ({
      kind: 'accessCheckFailed',
      run,
      problem: { ...problem, operation: 'list organisations' },
      now,
    }),
  },
  readCheckPage: {
    slot: 'check',
    key: () => 'check',
    async send({ run, query, from, afterMs }, { client, clock, signal, checkAhead }) {
      if (afterMs > 0) await setTimeout(afterMs, undefined, signal && { signal }).catch(() => undefined);
      if (signal?.aborted === true) return null;
      const answer = await readSystemsPage(pastCaches(client()), query, from, signal, checkAhead);
      return answer.ok
        ? { kind: 'checkPageArrived', run, page: answer.value, now: clock.now() }
        : { kind: 'checkPageFailed', run, problem: answer.problem };
    },
    answers: { checkPageArrived: () => 'check', checkPageFailed: () => 'check' },
    retries: {
      checkPageFailed: ({ deletion: run }, action) =>
        run?.id === action.run && run.check?.kind === 'reading' ? checkPage(run.id, run.check.scan) : null,
    },
    givenUp: ({ run }, problem) => ({
      kind: 'checkPageFailed',
      run,
      problem: { ...problem, operation: 'list systems' },
    }),
  },
};

async function accessTo({ by, orgId }: Of<DeletionRead, 'checkAccess'>, client: Client): Promise<Result<boolean>> {
  if (by === 'organisations') {
    const answer = await listOrganisations(client);
    return answer.ok ? { ok: true, value: answer.value.some((one) => one.orgId === orgId) } : answer;
  }
  const query = { orgId, search: '', includeDisabled: true, perPage: null };
  const answer = await readSystemsPage(client, query, { kind: 'first' });
  return answer.ok ? { ok: true, value: true } : answer;
}

function pendingRecheck(
  { deletion: run }: State,
  { run: id, systemId }: { readonly run: number; readonly systemId: string },
): Of<DeletionRead, 'recheckSystem'> | null {
  if (!isGoing(run) || run.id !== id) return null;
  if (run.check?.kind === 'looking') return run.check.pending.has(systemId) ? recheck(run, systemId) : null;
  const work = run.inFlight.get(systemId);
  // A change in doubt is checked even while the run stops.
  if (work === undefined || (run.stop !== null && work.stage !== 'settling')) return null;
  return recheck(run, systemId);
}

/** Services of runs: the journals, and the prefetch of the page after the one that a check reads. */
export function deletionServices({ ports }: Pick<Services, 'ports'>): ReturnType<Feature<'deletion'>['services']> {
  const journals = runJournals(ports, decodeRecord);
  const checkAhead = createPrefetch();
  return {
    forEffect: () => ({ journals, checkAhead }),
    forget: checkAhead.cancel,
    abandoned(slot) {
      if (slot === 'check') checkAhead.cancel();
    },
    settled: () => journals.closed(),
  };
}

// Builds the request of a run for one system, the fields that it sets, and their record.

/**
 * Null: the request cannot be built for this system. `etag`: version of the record just read, for `If-Match` if the
 * request goes to that record.
 */
export function requestFor(run: Run, system: System, etag: string | null): SystemChange | Call | null {
  const { kind, edit, baseUrl, organisation } = run;
  if (edit === null) return runRows[kind].request;
  const where = { baseUrl: baseUrl ?? '', orgId: organisation.orgId };
  const built = editCall(edit, where, system);
  if (!built.ok) return null;
  const { call } = built;
  const isOfReading = isOfRecord(call, where.baseUrl, where.orgId, system.systemId);
  return isOfReading ? withIfMatch(call, etag, takesIfMatch(edit.plan?.parameters ?? [])) : call;
}

/** Present and new values of the fields that the request sets; empty if it sets no field of the record. */
export function settingOf({ edit }: Run, system: System, record: unknown): { readonly set?: FieldsSet } {
  const sent = edit === null ? null : fieldsSent(edit, system);
  return edit === null || sent === null
    ? {}
    : { set: { sent, before: fieldsBefore(edit.operation.method, sent, record) } };
}

export function changing({ id: run, organisation: { orgId } }: Run, work: Work, request: SystemChange | Call): Effect {
  const { systemId } = work.system;
  const rereadAt = 'rereadAt' in work ? (work.rereadAt ?? 0) : 0;
  return { kind: 'changeSystem', run, request, orgId, systemId, rereadAt };
}

/** Masks secrets before the fields are recorded. */
export function recordedFields(sent: JsonObject, request: SystemChange | Call): JsonObject {
  const secrets = typeof request === 'string' ? [] : request.secrets;
  const fields = mask(sent, { secrets, levels: maxLevels });
  return isJsonObject(fields) ? fields : {};
}
