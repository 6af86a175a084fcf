/** How is an effect carried out? Every answer becomes an action. With token-effects and deletion-effects, only this calls the API for a screen. */
import { setTimeout as pause } from 'node:timers/promises';
import { readBaseUrl } from '../api/base-url.ts';
import { createEnrolmentKey } from '../api/enrolment-keys.ts';
import { createPrefetch } from '../api/prefetch.ts';
import { readSystem, readSystemsPage } from '../api/systems.ts';
import type { Action } from './actions.ts';
import type { Credentials } from './sign-in/credentials.ts';
import { createDeletionEffects } from './deletion/effects.ts';
import type { Effect, Slot, Timer } from './effects.ts';
import { createMemoryEffects } from './memory-effects.ts';
import type { Ports } from './ports.ts';
import type { SessionClock } from './clock/session-clock.ts';
import { createSessionService } from './requests/service.ts';
import { createTokenEffects } from './sign-in/effects.ts';
import { unreachable } from './kernel/unreachable.ts';

type Dispatch = (action: Action) => void;

/** Carries effects out, one call each. A read replaces the one before it in its slot; a change is never aborted. */
export function createRunEffect(
  ports: Ports,
  credentials: Credentials,
  clock: SessionClock,
): (effect: Effect, dispatch: Dispatch) => void {
  const reads = new Map<Slot, AbortController>();
  const prefetch = createPrefetch();
  const checkPrefetch = createPrefetch();
  const timers = new Map<Timer, NodeJS.Timeout>();
  const service = createSessionService(ports, credentials, clock);
  const { client } = service;
  let session = 0;

  const isCurrent = (asked: number): boolean => asked === session;
  const memory = createMemoryEffects(ports, credentials, isCurrent);
  const deletions = createDeletionEffects(ports, clock, client);
  /** What was asked in an earlier session is given up; its answers are nobody's any more. */
  const begin = (next: number): void => {
    if (next === session) return;
    session = next;
    for (const read of reads.values()) read.abort('abandoned');
    prefetch.cancel();
    checkPrefetch.cancel();
    clock.forget();
  };

  const signalFor = (slot: Slot): AbortSignal => {
    reads.get(slot)?.abort('replaced');
    const controller = new AbortController();
    reads.set(slot, controller);
    return controller.signal;
  };

  const tokens = createTokenEffects(credentials, isCurrent, client, () => signalFor('organisations'));

  const carryOut = async (effect: Effect, dispatch: Dispatch): Promise<void> => {
    if ('session' in effect) {
      // Nobody waits for what an earlier session still asks.
      if (effect.session < session) return;
      begin(effect.session);
    }
    switch (effect.kind) {
      case 'checkBaseUrl': {
        const read = readBaseUrl(effect.typed);
        dispatch(
          read.ok
            ? { kind: 'baseUrlAccepted', baseUrl: read.baseUrl }
            : { kind: 'baseUrlRefused', reason: read.reason },
        );
        return;
      }
      case 'tryToken':
      case 'replaceToken':
      case 'listOrganisations':
        service.use(effect.baseUrl, dispatch);
        dispatch(await tokens(effect, dispatch));
        return;
      case 'readPage': {
        const { scan, query, from, isFollowed } = effect;
        if (!isFollowed) prefetch.cancel();
        const following = isFollowed ? prefetch : undefined;
        const answer = await readSystemsPage(client(dispatch), query, from, signalFor('page'), following);
        dispatch(
          answer.ok
            ? { kind: 'pageArrived', scan, page: answer.value, now: clock.now() }
            : { kind: 'pageFailed', scan, problem: answer.problem },
        );
        // Whoever wants it has asked for it by now.
        prefetch.cancel();
        return;
      }
      case 'readCheckPage': {
        const { run, query, from, afterMs } = effect;
        const signal = signalFor('check');
        if (afterMs > 0) await pause(afterMs, undefined, { signal }).catch(() => undefined);
        if (signal.aborted) return;
        const answer = await readSystemsPage(client(dispatch), query, from, signal, checkPrefetch);
        dispatch(
          answer.ok
            ? { kind: 'checkPageArrived', run, page: answer.value, now: clock.now() }
            : { kind: 'checkPageFailed', run, problem: answer.problem },
        );
        return;
      }
      case 'readSystem': {
        const { systemId } = effect;
        const answer = await readSystem(client(dispatch), effect.orgId, systemId, signalFor('details'));
        dispatch(
          answer.ok
            ? { kind: 'detailsArrived', systemId, system: answer.value.system, now: clock.now() }
            : { kind: 'detailsFailed', systemId, problem: answer.problem },
        );
        return;
      }
      case 'createEnrolmentKey': {
        const { attempt } = effect;
        const answer = await createEnrolmentKey(client(dispatch), effect.orgId, effect.description);
        dispatch(
          answer.ok
            ? { kind: 'keyCreated', attempt, key: answer.value }
            : { kind: 'keyCreationFailed', attempt, problem: answer.problem },
        );
        return;
      }
      case 'rereadSystem':
      case 'recheckSystem':
      case 'checkAccess':
      case 'deleteSystem':
      case 'openJournal':
      case 'recordIntent':
      case 'recordOutcome':
      case 'closeJournal':
      case 'leaveOutOfLastVisit':
      case 'findCutOff':
      case 'listRuns':
      case 'openRun':
      case 'exportRun':
      case 'exportFile':
      case 'exportSystems':
      case 'copyOutcomes':
        await deletions.carryOut(effect, dispatch);
        return;
      case 'findToken':
        service.use(effect.baseUrl, dispatch);
        await memory(effect, dispatch);
        return;
      case 'keepToken':
      case 'forgetToken':
      case 'cancelKeychain':
      case 'listProfiles':
      case 'useProfile':
      case 'rememberProfileSettings':
      case 'recallOrganisation':
      case 'rememberOrganisation':
      case 'recallOrganisationSettings':
      case 'rememberOrganisationSettings':
      case 'rememberOrganisationView':
      case 'compareWithLastVisit':
        await memory(effect, dispatch);
        return;
      case 'abandonRead':
        reads.get(effect.slot)?.abort('abandoned');
        if (effect.slot === 'check') checkPrefetch.cancel();
        return;
      case 'startTimer': {
        const { timer } = effect;
        clearTimeout(timers.get(timer));
        const ms = effect.ms + ports.random() * (effect.jitterMs ?? 0);
        timers.set(timer, setTimeout(dispatch, ms, { kind: 'timerEnded', timer }).unref());
        return;
      }
      case 'copyText':
        ports.copyText(effect.text);
        return;
      case 'copyLines':
        ports.copyLines(effect.lines);
        return;
      case 'suspend':
        ports.suspend();
        return;
      case 'showFile': {
        const says = await ports.showFile(effect.path);
        if (says !== null) dispatch({ kind: 'showingFailed', says });
        return;
      }
      case 'editText': {
        const edited = await ports.editText(effect.name, effect.text);
        dispatch(
          edited.ok ? { kind: 'markListEdited', text: edited.text } : { kind: 'editingFailed', says: edited.says },
        );
        return;
      }
      case 'repaint':
        ports.repaint();
        return;
      case 'leave':
        // A keychain that answers late keeps or forgets nothing once the program is gone.
        await Promise.all([deletions.saved(), ports.memory.saved(), ports.tokens.settled()]);
        ports.leave();
        return;
      default:
        unreachable(effect);
    }
  };

  // A rejection here is a bug: it is left unhandled, and ends the program with its message.
  return (effect, dispatch) => void carryOut(effect, dispatch);
}
