/** Opens the file of a run and locks its organisation: both are held while the run goes on. */
import type { Action, Effect } from '../../root/state.ts';
import { codeOf } from '../../kernel/files.ts';
import { type Journal, openJournal, reopenJournal } from '../journal/append.ts';
import type { SavedIntent } from '../../../api/http/saved-intent.ts';
import { isJsonObject, type JsonObject } from '../../../api/exact-json.ts';
import { masked, mostLevels } from '../../../api/secrets.ts';
import { safeRecord } from '../../fleet/systems/fields.ts';
import { holdsHidden } from '../edit.ts';
import { planEntries, type RunHeader } from '../journal/format.ts';
import type { Outcome } from '../outcome.ts';
import type { Ports } from '../../root/ports.ts';
import type { Lock } from './feature.ts';
import { type Decode, findLeft, readRun } from './files.ts';
import { isSameService } from '../../session/session.ts';
import type { RunEnd } from '../run.ts';

export type RunJournals = ReturnType<typeof runJournals>;

type EffectOf<Kind> = Extract<Effect, { readonly kind: Kind }>;

interface Held {
  readonly journal: Journal;
  readonly release: () => void;
  readonly secrets: readonly string[];
  /** Proofs of what was saved and is not sent yet, by the id of the system. */
  readonly intents: Map<string, SavedIntent>;
  /** Is every outcome so far that was to be saved on the disk? */
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
    // The last outcome may not fit on a full disk where this line still does: then nobody would ask about it again.
    if (end !== null && (await isWhole)) await journal.append({ kind: 'end', at: at(), ...end });
    await journal.close();
    release();
  };

  /** Null where another session has ended it meanwhile. */
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
    // Only now: the session that had it may have ended its run meanwhile.
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

  /** Obstacle to the organisation: no lock can be had there, or another session has it. */
  const findObstacle = async (baseUrl: string, orgId: string): Promise<readonly Action[]> => {
    await closing;
    const found = await findLock(baseUrl, orgId);
    if (found.kind === 'free') return [];
    if (found.kind === 'failed') return [{ kind: 'lockFaultFound', orgId, code: found.code }];
    return [{ kind: 'otherSessionFound', orgId, does: null, holder: found.holder }];
  };

  return {
    async open({ run, header, plan, bodies, why, secrets = [] }: EffectOf<'openJournal'>): Promise<Action> {
      const failed = (code: string): Action => ({ kind: 'journalFailed', run, code, now: now() });
      const folder = await changesFolder().catch((error: unknown) => ({ code: codeOf(error) }));
      if (typeof folder !== 'string') return failed(folder.code);
      // A preview sends nothing: it may stand beside anything.
      const held = header.mode === 'preview' ? nothingHeld : await lock(header.baseUrl ?? '', header.orgId);
      if (held.kind === 'taken') {
        // The other session's run is the newest file without an end.
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
        return failed(opened.code);
      }
      hold(run, opened.journal, held.release, secrets);
      return { kind: 'journalOpened', run, path: opened.journal.path, now: now() };
    },
    /** Another session at work, a run of the organisation that was cut off, and files that are not understood. */
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
      // The other session's work is known then.
      const known = found?.kind === 'otherSessionFound' ? [] : obstacle;
      return [...known, ...(found === null ? [] : [found]), ...told];
    },
    async recordIntent({ run, systemId, record, sent }: Omit<EffectOf<'recordIntent'>, 'kind'>): Promise<Action> {
      const held = runs.get(run);
      const was = recorded(systemId, record, sent, held?.secrets);
      const line = { kind: 'intent', at: at(), id: systemId, was, ...(sent !== undefined && { sent }) } as const;
      const intent = (await held?.journal.intend(line)) ?? 'not open';
      if (typeof intent === 'string') return { kind: 'intentFailed', run, systemId, code: intent, now: now() };
      held?.intents.set(systemId, intent);
      return { kind: 'intentRecorded', run, systemId };
    },
    /** The proof that the request for this system is saved: each is handed out once. */
    intentOf(run: number, systemId: string): SavedIntent {
      const intents = runs.get(run)?.intents;
      const intent = intents?.get(systemId);
      if (intent === undefined) throw new Error('a change without a record was to be sent');
      intents?.delete(systemId);
      return intent;
    },
    /**
     * `request`: what would have been sent. `serviceTime`: by the service's clock, in milliseconds since 1970. Null where
     * the outcome is on the disk.
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
          outcome: told(outcome, secrets),
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
    /** Resolves when the files that were to be closed so far are. */
    closed: (): Promise<unknown> => closing,
  };
}

/** An outcome without secrets: a service may say in its refusal what it was sent. */
function told<Written extends object>(outcome: Written, secrets: readonly string[]): Written {
  return masked(outcome as unknown as JsonObject, { secrets, levels: mostLevels }) as unknown as Written;
}

/** The record as it was received, without secrets: nor a field that is written as one. */
function recorded(systemId: string, record: unknown, sent: JsonObject = {}, secrets: readonly string[] = []): unknown {
  if (!isJsonObject(record)) return record;
  const hidden = Object.entries(sent).filter(([name, value]) => Object.hasOwn(record, name) && holdsHidden(value));
  return safeRecord({ ...record, ...Object.fromEntries(hidden) }, systemId, secrets);
}

const nothingHeld = { kind: 'held', release: () => undefined } as const;
