/** Opens the file of a run and locks its organisation. Both are held while the run is in progress. */
import type { Action, Effect } from '../../root/state.ts';
import { codeOf } from '../../kernel/files.ts';
import { type Journal, openJournal, reopenJournal } from '../journal/append.ts';
import type { SavedIntent } from '../../../api/http/saved-intent.ts';
import { isJsonObject, type JsonObject } from '../../../api/exact-json.ts';
import { mask, maxLevels } from '../../../api/secrets.ts';
import { safeRecord } from '../../fleet/systems/fields.ts';
import { type FieldsSet, holdsHidden } from '../edit.ts';
import { planEntries, type RunHeader } from '../journal/format.ts';
import { isTokenRefused, type Outcome, uncertaintyLeftBy } from '../outcome.ts';
import type { Ports } from '../../root/services.ts';
import type { Lock } from './feature.ts';
import { type Decode, findLeft, readRun, type RunStage } from './files.ts';
import { isSameService } from '../../session/session.ts';
import {
  newRun,
  type Run,
  type RunEnd,
  type Settled,
  type Unsettled,
  usualConcurrency,
  withSettled,
  type Work,
} from '../run.ts';
import type { RunRecord } from '../journal/records-file.ts';
import { editWritten } from '../journal/written-edit.ts';
import { unlifted } from '../../fleet/protection/guards.ts';

export type RunJournals = ReturnType<typeof runJournals>;

declare module '../../root/services.ts' {
  interface Made {
    readonly journals: RunJournals;
  }
}

type EffectOf<Kind> = Extract<Effect, { readonly kind: Kind }>;

interface Held {
  readonly journal: Journal;
  readonly release: () => void;
  readonly secrets: readonly string[];
  /** Proofs of saved intents that were not used yet, by the id of the system. */
  readonly intents: Map<string, SavedIntent>;
  /** Are all outcomes so far on the disk? */
  isWhole: Promise<boolean>;
}

type Needed = Pick<Ports, 'version' | 'changesFolder' | 'now' | 'lockOrganisation' | 'findLock'>;

export function runJournals({ version, changesFolder, now, lockOrganisation, findLock }: Needed, decode: Decode) {
  const runs = new Map<number, Held>();
  let closing: Promise<unknown> = Promise.resolve();
  const at = (): string => new Date(now()).toISOString();

  const lock = (baseUrl: string, orgId: string): Promise<Lock> =>
    lockOrganisation(baseUrl, orgId).catch((error: unknown) => ({ kind: 'failed', code: codeOf(error) }));

  const hold = (run: number, journal: Journal, release: () => void, secrets: readonly string[] = []): void => {
    runs.set(run, { journal, release, secrets, intents: new Map(), isWhole: Promise.resolve(true) });
  };

  const closeHeld = async ({ journal, release, isWhole }: Held, end: RunEnd | null) => {
    // On a full disk this short line may still fit when the last outcome did not: then the system would never be
    // checked again.
    if (end !== null && (await isWhole)) await journal.append({ kind: 'end', at: at(), ...end });
    await journal.close();
    release();
  };

  /** Null: another session has ended the run meanwhile. */
  const findCutOff = async (
    run: number,
    folder: string,
    baseUrl: string,
    header: RunHeader,
  ): Promise<Action | null> => {
    const { orgId, does } = header;
    const held = await lock(baseUrl, orgId);
    if (held.kind === 'taken') return { kind: 'otherSessionFound', orgId, does, holder: held.holder };
    if (held.kind === 'failed') return { kind: 'lockFailed', run, orgId, does, code: held.code };
    // Read after locking: the session that held the lock may have ended its run meanwhile.
    const { open } = await findLeft(folder, baseUrl, orgId);
    const path = open !== null && isSameService(open.header.baseUrl, baseUrl) ? open.path : null;
    const record = path === null ? null : await readRun(path, decode);
    if (path === null || record === null) {
      held.release();
      return null;
    }
    const opened = await reopenJournal(path);
    if (opened.ok) hold(run, opened.journal, held.release);
    else held.release();
    return { kind: 'cutOffFound', run, record, path, now: now() };
  };

  /** Reports that no session can lock the organisation, or that another session holds its lock. */
  const findObstacle = async (baseUrl: string, orgId: string): Promise<readonly Action[]> => {
    await closing;
    const found = await findLock(baseUrl, orgId);
    if (found.kind === 'free') return [];
    if (found.kind === 'failed') return [{ kind: 'lockFaultFound', orgId, code: found.code }];
    return [{ kind: 'otherSessionFound', orgId, does: null, holder: found.holder }];
  };

  return {
    async open({ run, header, plan, bodies, why, secrets = [] }: EffectOf<'openJournal'>): Promise<Action> {
      const fail = (code: string): Action => ({ kind: 'journalFailed', run, code, now: now() });
      const folder = await changesFolder().catch((error: unknown) => ({ code: codeOf(error) }));
      if (typeof folder !== 'string') return fail(folder.code);
      // A preview sends nothing, so it needs no lock.
      const held = header.mode === 'preview' ? nothingHeld : await lock(header.baseUrl ?? '', header.orgId);
      if (held.kind === 'taken') {
        // The newest file without an end is that of the other session's run.
        const { open } = await findLeft(folder, header.baseUrl ?? '', header.orgId);
        return { kind: 'runRefused', run, does: open?.header.does ?? null, holder: held.holder };
      }
      if (held.kind === 'failed') {
        const { orgId, does } = header;
        return { kind: 'lockFailed', run, orgId, does, code: held.code };
      }
      const opened = await openJournal(
        folder,
        { version, at: at(), ...header },
        planEntries(header.orgId, plan, { bodies, why }),
      );
      if (!opened.ok) {
        held.release();
        return fail(opened.code);
      }
      hold(run, opened.journal, held.release, secrets);
      return { kind: 'journalOpened', run, path: opened.journal.path, now: now() };
    },
    /** Reports another session at work, an interrupted run, and unreadable files of the organisation. */
    async findLeft({ run, baseUrl, orgId }: EffectOf<'findCutOff'>): Promise<readonly Action[]> {
      const obstacle = await findObstacle(baseUrl, orgId);
      const folder = await changesFolder().catch(() => null);
      if (folder === null) return obstacle;
      const { open, unread } = await findLeft(folder, baseUrl, orgId);
      const told: Action[] = unread.length === 0 ? [] : [{ kind: 'unreadRecordsFound', orgId, files: unread }];
      if (open === null) return [...obstacle, ...told];
      const { baseUrl: where, does, at: began } = open.header;
      if (!isSameService(where, baseUrl))
        return [...obstacle, { kind: 'cutOffElsewhere', orgId, does, at: began, baseUrl: where }, ...told];
      const found = await findCutOff(run, folder, baseUrl, open.header);
      // The action already reports the other session.
      const known = found?.kind === 'otherSessionFound' ? [] : obstacle;
      return [...known, ...(found === null ? [] : [found]), ...told];
    },
    async recordIntent({ run, systemId, record, sent }: Omit<EffectOf<'recordIntent'>, 'kind'>): Promise<Action> {
      const held = runs.get(run);
      const was = recordedSystem(systemId, record, sent, held?.secrets);
      const line = { kind: 'intent', at: at(), id: systemId, was, ...(sent !== undefined && { sent }) } as const;
      const intent = (await held?.journal.intend(line)) ?? 'not open';
      if (typeof intent === 'string') return { kind: 'intentFailed', run, systemId, code: intent, now: now() };
      held?.intents.set(systemId, intent);
      return { kind: 'intentRecorded', run, systemId };
    },
    /** The proof that the request for this system is saved. Single use; throws if there is none. */
    intentOf(run: number, systemId: string): SavedIntent {
      const intents = runs.get(run)?.intents;
      const intent = intents?.get(systemId);
      if (intent === undefined) throw new Error('a change without a record was to be sent');
      intents?.delete(systemId);
      return intent;
    },
    /**
     * `request`: in a preview, the request that would have been sent. `serviceTime`: by the service's clock, in
     * milliseconds since 1970. Null: the outcome is on the disk.
     */
    async recordOutcome(
      run: number,
      systemId: string,
      outcome: Outcome,
      request: string | null,
      serviceTime: number | null = null,
    ): Promise<Action | null> {
      const serviceAt = serviceTime === null ? null : new Date(serviceTime).toISOString();
      const about = { ...(serviceAt !== null && { serviceAt }), ...(request !== null && { request }) };
      const held = runs.get(run);
      const entry = ({ secrets }: Held) =>
        ({
          kind: 'result',
          at: at(),
          id: systemId,
          outcome: withoutTokens(outcome, secrets),
          ...about,
        }) as const;
      const appended = held?.journal.append(entry(held)) ?? Promise.resolve('not open');
      if (held !== undefined)
        held.isWhole = Promise.all([held.isWhole, appended]).then(([isWhole, code]) => isWhole && code === null);
      const code = await appended;
      return code === null ? null : { kind: 'outcomeUnrecorded', run, systemId, code, now: now() };
    },
    close({ run, end }: Omit<EffectOf<'closeJournal'>, 'kind'>): void {
      const held = runs.get(run);
      if (held === undefined) return;
      runs.delete(run);
      closing = Promise.all([closing, closeHeld(held, end)]);
    },
    /** Resolves once all files that are being closed are closed. */
    closed: (): Promise<unknown> => closing,
  };
}

/** Masks secrets: a service may quote in its refusal what it was sent. */
function withoutTokens<Written extends object>(outcome: Written, secrets: readonly string[]): Written {
  return mask(outcome as unknown as JsonObject, { secrets, levels: maxLevels }) as unknown as Written;
}

/** The record as received, without secrets, including fields that are being set to a secret. */
function recordedSystem(
  systemId: string,
  record: unknown,
  sent: JsonObject = {},
  secrets: readonly string[] = [],
): unknown {
  if (!isJsonObject(record)) return record;
  const hidden = Object.entries(sent).filter(([name, value]) => Object.hasOwn(record, name) && holdsHidden(value));
  return safeRecord({ ...record, ...Object.fromEntries(hidden) }, systemId, secrets);
}

const nothingHeld = { kind: 'held', release: () => undefined } as const;

// Restores runs from their files: finished, in progress in another session, or interrupted and to be settled.

/** An intent without a result. */
const cutOffUnknown: Outcome = { kind: 'unknown', problem: null, doubt: 'cutOff' };

const untouched: Outcome = { kind: 'notAttempted', problem: null };

/** Within this time after the last intent, a delayed request may still arrive: then the check is retried. */
const onItsWayMs = 60_000;

/**
 * A run of another session, restored from its file. A system without an outcome is unknown or was not reached; in a
 * run in progress it is in flight or not started. This session waits for none of them.
 */
export function pastRun(id: number, record: RunRecord, path: string, stage: RunStage): Run {
  const { planned, outcomes, intents, end, ends, lastMs } = record;
  // As in the session itself, the last line is written after the check, so it does not count.
  const finishedAt = ends.size === 0 ? lastMs : [...ends.values()].reduce((last, ms) => Math.max(last, ms), 0);
  const settled: Settled[] = [];
  const inFlight = new Map<string, Work>();
  for (const system of planned) {
    const { systemId } = system;
    const outcome = outcomes.get(systemId);
    if (outcome !== undefined)
      settled.push({ system, outcome, ...setIn(record, systemId), ...endIn(record, systemId) });
    else if (stage !== 'going') settled.push({ system, outcome: intents.has(systemId) ? cutOffUnknown : untouched });
    else if (intents.has(systemId)) inFlight.set(systemId, { system, stage: 'sending' });
  }
  const run: Run = { ...withSettled(runOf(id, record, path), settled), isEarlier: true, finishedAt };
  if (stage === 'going') return { ...run, isElsewhere: true, taken: settled.length + inFlight.size, inFlight };
  return { ...run, taken: planned.length, stop: end === null ? 'cutOff' : end.stop, checked: end?.checked ?? null };
}

/** An interrupted run, resumed to check the systems in doubt; it starts nothing new. */
export function cutOffRun(id: number, record: RunRecord, path: string, now: number): Run {
  const { planned, outcomes, intents } = record;
  const attempts = now - record.lastIntentMs < onItsWayMs ? 1 : 2;
  const settled: Settled[] = [];
  const toSettle: Unsettled[] = [];
  const rest = [];
  for (const system of planned) {
    const outcome = outcomes.get(system.systemId);
    // Open outcomes are checked again.
    const set = setIn(record, system.systemId);
    if (outcome !== undefined && outcome.kind !== 'unknown' && !isTokenRefused(outcome))
      settled.push({ system, outcome, ...set, ...endIn(record, system.systemId) });
    else if (outcome !== undefined || intents.has(system.systemId)) {
      const work = { system, ...set, stage: 'settling', uncertainty: uncertaintyLeftBy(outcome), attempts } as const;
      toSettle.push({ work, left: outcome ?? cutOffUnknown });
    } else rest.push(system);
  }
  // Started systems first, so that `taken` separates them from the rest of the plan.
  const taken = [...settled, ...toSettle.map(({ work }) => work)].map(({ system }) => system);
  return {
    ...withSettled(runOf(id, record, path), settled),
    planned: [...taken, ...rest],
    taken: taken.length,
    toSettle,
    stop: 'cutOff',
    concurrency: usualConcurrency,
  };
}

function endIn({ ends }: RunRecord, systemId: string): { readonly at?: number } {
  const at = ends.get(systemId);
  return at === undefined ? {} : { at };
}

function setIn({ fields }: RunRecord, systemId: string): { readonly set?: FieldsSet } {
  const set = fields.get(systemId);
  return set === undefined ? {} : { set };
}

function runOf(id: number, { header, planned, damaged, bodies, why }: RunRecord, path: string): Run {
  const { baseUrl, does, mode, orgId, orgName, reviewed, confirmed } = header;
  const people = reviewed !== undefined && confirmed !== undefined ? { people: { reviewed, confirmed } } : {};
  const edit = header.edit === undefined ? null : editWritten(header.edit, bodies);
  const organisation = { orgId, orgName, role: '' };
  return {
    ...newRun(id, {
      kind: does,
      edit,
      organisation,
      baseUrl,
      isPreview: mode === 'preview',
      planned,
      protection: unlifted,
      days: header.days,
      ...(why.size > 0 && { why }),
      ...(header.follows !== undefined && { follows: header.follows }),
      ...(header.person !== undefined && { person: header.person }),
      ...people,
    }),
    concurrency: 1,
    journalPath: path,
    damagedLines: damaged,
    startedAt: Date.parse(header.at),
  };
}
