/** How are the effects of reviews and runs carried out? */
import { setTimeout } from 'node:timers/promises';
import type { Client } from '../../api/http/client.ts';
import { decodeSystem } from '../../api/decode.ts';
import { listOrganisations } from '../../api/organisations.ts';
import type { Result } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';
import { deleteSystem, deletionRequest, readSystem, readSystemsPage } from '../../api/systems.ts';
import type { Action } from '../actions.ts';
import { pastRun } from './runs/recover.ts';
import type { Effect } from '../effects.ts';
import { codeOf } from '../kernel/system-error.ts';
import type { ExportWritten, Memory, Ports } from '../ports.ts';
import type { Run } from './run.ts';
import { listRuns, readRunNow, type RunsRow, unusedFolder } from './runs/files.ts';
import { runJournals } from './journal/open-journals.ts';
import type { SessionClock } from '../clock/session-clock.ts';
import { unreachable } from '../kernel/unreachable.ts';

type Dispatch = (action: Action) => void;

export type DeletionEffect = Extract<
  Effect,
  {
    kind:
      | 'rereadSystem'
      | 'recheckSystem'
      | 'checkAccess'
      | 'deleteSystem'
      | 'openJournal'
      | 'recordIntent'
      | 'recordOutcome'
      | 'closeJournal'
      | 'leaveOutOfLastVisit'
      | 'findCutOff'
      | 'listRuns'
      | 'openRun'
      | 'exportRun'
      | 'exportFile'
      | 'exportSystems'
      | 'copyOutcomes';
  }
>;

type Needed = Pick<
  Ports,
  | 'version'
  | 'now'
  | 'sinceBoot'
  | 'runsFolder'
  | 'lockOrganisation'
  | 'isOrganisationLocked'
  | 'leaveOutOfLastVisit'
  | 'exportRun'
  | 'exportSystems'
  | 'copyOutcomes'
> & { readonly memory: Pick<Memory, 'refreshReadOnly' | 'settings' | 'label'> };

/** What was read longer ago may not be so any more: the computer may have slept meanwhile. */
const longestRereadAgeMs = 2000;

export interface DeletionEffects {
  carryOut(effect: DeletionEffect, dispatch: Dispatch): Promise<void>;
  /** Resolves when what was recorded so far is on the disk. */
  saved(): Promise<unknown>;
}

/** `client` is the one for the service in use. Nothing here is ever aborted: what was sent must be known. */
export function createDeletionEffects(
  ports: Needed,
  clock: SessionClock,
  client: (dispatch: Dispatch) => Client,
): DeletionEffects {
  const journals = runJournals(ports, decodeRecord);
  let leavingOut = Promise.resolve();

  const recorded = async (effect: Extract<Effect, { kind: 'recordOutcome' }>, dispatch: Dispatch): Promise<void> => {
    const { run, orgId, systemId, outcome } = effect;
    const isPlanned = outcome.kind === 'wouldDelete';
    const request = isPlanned ? deletionRequest(client(dispatch).baseUrl, orgId, systemId) : null;
    const failed = await journals.recordOutcome(run, systemId, outcome, request);
    if (failed !== null) dispatch(failed);
  };

  /** Null where the run may begin: by the settings as they are now, whichever session has set them. */
  const foundReadOnly = async ({ run, header }: Extract<Effect, { kind: 'openJournal' }>): Promise<Action | null> => {
    const { mode, baseUrl, orgId } = header;
    if (mode === 'preview' || baseUrl === null) return null;
    await ports.memory.refreshReadOnly();
    const settings = ports.memory.settings();
    const label = ports.memory.label(baseUrl, orgId);
    return settings.isReadOnly || label.isReadOnly ? { kind: 'runForbidden', run, settings, label } : null;
  };

  const exported = (run: Run): Promise<Action> => written(() => ports.exportRun(run));
  const written = async (write: () => Promise<ExportWritten>): Promise<Action> => {
    try {
      const result = await write();
      if (result.ok) return { kind: 'runExported', paths: result.paths };
      const { file, code, isPartLeft } = result;
      return { kind: 'exportFailed', file, code, isPartLeft };
    } catch (error) {
      return { kind: 'exportFailed', file: null, code: codeOf(error), isPartLeft: false };
    }
  };

  const listed = async (): Promise<readonly RunsRow[]> => {
    try {
      return await listRuns(await ports.runsFolder(), decodeRecord, ports.isOrganisationLocked);
    } catch (error) {
      return [unusedFolder(error)];
    }
  };

  return {
    async carryOut(effect, dispatch) {
      switch (effect.kind) {
        case 'rereadSystem': {
          const { review, systemId } = effect;
          const answer = await readSystem(client(dispatch), effect.orgId, systemId);
          dispatch(
            answer.ok
              ? { kind: 'systemReread', review, systemId, system: answer.value.system, now: clock.now() }
              : { kind: 'rereadFailed', review, systemId, problem: answer.problem },
          );
          return;
        }
        case 'recheckSystem': {
          const { run, systemId, afterMs = 0 } = effect;
          if (afterMs > 0) await setTimeout(afterMs);
          const askedAt = ports.sinceBoot();
          const answer = await readSystem(client(dispatch), effect.orgId, systemId);
          const now = clock.now();
          dispatch(
            answer.ok
              ? { kind: 'systemRechecked', run, systemId, ...answer.value, askedAt, now }
              : { kind: 'recheckFailed', run, systemId, problem: answer.problem, now },
          );
          return;
        }
        case 'checkAccess': {
          const { run } = effect;
          const answer = await accessTo(effect, client(dispatch));
          const now = clock.now();
          dispatch(
            answer.ok
              ? { kind: 'accessChecked', run, hasAccess: answer.value, now }
              : { kind: 'accessCheckFailed', run, problem: answer.problem, now },
          );
          return;
        }
        case 'deleteSystem': {
          const { run, systemId } = effect;
          const reread = { isTooOld: false };
          // Asked here, and once more when its connection is there.
          const mayLeave = (): boolean => {
            reread.isTooOld = ports.sinceBoot() - effect.rereadAt > longestRereadAgeMs;
            return !reread.isTooOld;
          };
          const answer = mayLeave() ? await deleteSystem(client(dispatch), effect.orgId, systemId, mayLeave) : null;
          const now = clock.now();
          if (answer === null || reread.isTooOld) {
            dispatch({ kind: 'rereadTooOld', run, systemId, now });
            return;
          }
          dispatch(
            answer.ok
              ? { kind: 'systemDeleted', run, systemId, accepted: answer.value.accepted, now }
              : { kind: 'deletionFailed', run, systemId, problem: answer.problem, now },
          );
          return;
        }
        case 'openJournal': {
          const forbidden = await foundReadOnly(effect);
          dispatch(forbidden ?? (await journals.open(effect)));
          return;
        }
        case 'recordIntent':
          dispatch(await journals.recordIntent(effect.run, effect.systemId, effect.record));
          return;
        case 'recordOutcome':
          await recorded(effect, dispatch);
          return;
        case 'closeJournal':
          journals.close(effect);
          return;
        case 'leaveOutOfLastVisit':
          leavingOut = ports.leaveOutOfLastVisit(effect.baseUrl, effect.orgId, effect.gone);
          await leavingOut;
          return;
        case 'findCutOff': {
          for (const found of await journals.findLeft(effect)) dispatch(found);
          return;
        }
        case 'listRuns':
          dispatch({ kind: 'runsListed', runs: await listed() });
          return;
        case 'openRun': {
          const { path } = effect;
          dispatch({
            kind: 'pastRunRead',
            path,
            read: await readRunNow(path, decodeRecord, ports.isOrganisationLocked),
          });
          return;
        }
        case 'exportRun':
          dispatch(await exported(effect.run));
          return;
        case 'exportFile': {
          const { path } = effect;
          const read = await readRunNow(path, decodeRecord, ports.isOrganisationLocked);
          dispatch(
            read === null
              ? { kind: 'exportFailed', file: null, code: 'ENOENT', isPartLeft: false }
              : await exported(pastRun(0, read.record, path, read.stage)),
          );
          return;
        }
        case 'exportSystems':
          dispatch(await written(() => ports.exportSystems(effect.systems, effect)));
          return;
        case 'copyOutcomes':
          ports.copyOutcomes(effect.run);
          return;
        default:
          unreachable(effect);
      }
    },
    saved: () => Promise.all([journals.closed(), leavingOut]),
  };
}

/** Does the account see the organisation? */
async function accessTo(
  { by, orgId }: Extract<Effect, { kind: 'checkAccess' }>,
  client: Client,
): Promise<Result<boolean>> {
  if (by === 'organisations') {
    const answer = await listOrganisations(client);
    return answer.ok ? { ok: true, value: answer.value.some((one) => one.orgId === orgId) } : answer;
  }
  const query = { orgId, search: '', includeDisabled: true, perPage: null };
  const answer = await readSystemsPage(client, query, { kind: 'first' });
  return answer.ok ? { ok: true, value: true } : answer;
}

/** A system as a record holds it; null where it holds none. */
export function decodeRecord(record: unknown): System | null {
  const read = decodeSystem(record);
  return read.ok ? read.value : null;
}
