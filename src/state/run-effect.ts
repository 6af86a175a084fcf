/** How is an effect carried out? With deletion-effects the only place that calls the API; every answer becomes an action. */
import type { Organisation } from '../api/organisation.ts';
import { readBaseUrl } from '../api/base-url.ts';
import { type Client, createClient } from '../api/client.ts';
import { createEnrolmentKey } from '../api/enrolment-keys.ts';
import { listOrganisations } from '../api/organisations.ts';
import type { Problem } from '../api/problem.ts';
import { readSystem, readSystemsPage } from '../api/systems.ts';
import { readToken } from '../api/token.ts';
import type { Action } from './actions.ts';
import type { Credentials } from './credentials.ts';
import { createDeletionEffects } from './deletion-effects.ts';
import type { Effect, Slot, Timer } from './effects.ts';
import type { Network, Ports } from './ports.ts';
import type { SessionClock } from './session-clock.ts';

type Dispatch = (action: Action) => void;

/** Carries effects out, one call each. A read replaces the one before it in its slot; a change is never aborted. */
export function createRunEffect(
  ports: Ports,
  credentials: Credentials,
  clock: SessionClock,
): (effect: Effect, dispatch: Dispatch) => void {
  const reads = new Map<Slot, AbortController>();
  const timers = new Map<Timer, NodeJS.Timeout>();
  let baseUrl = '';
  let network: Network = { route: { kind: 'direct' }, fetch };

  const client = (dispatch: Dispatch, token = credentials.token() ?? ''): Client =>
    createClient({
      baseUrl,
      token,
      version: ports.version,
      mode: ports.mode,
      fetch: network.fetch,
      via: network.route.kind === 'proxy' ? network.route.name : null,
      clocks: clock.clocks,
      heard(date) {
        const note = clock.hear(date);
        if (note !== null) dispatch({ kind: 'clockCompared', clock: note, now: clock.now() });
      },
    });
  const deletions = createDeletionEffects(ports, clock, client);
  const useService = (address: string, dispatch: Dispatch): void => {
    if (address === baseUrl) return;
    clock.forget();
    baseUrl = address;
    network = ports.networkTo(address);
    dispatch({ kind: 'routeChosen', route: network.route });
  };

  const signalFor = (slot: Slot): AbortSignal => {
    reads.get(slot)?.abort();
    const controller = new AbortController();
    reads.set(slot, controller);
    return controller.signal;
  };

  const listed = async (token: string | undefined, dispatch: Dispatch): Promise<void> => {
    const answer = await listOrganisations(client(dispatch, token), signalFor('organisations'));
    // Only a token that the service accepted is used from here on; a narrow one may see systems and not this list.
    if (token !== undefined && (answer.ok || isForbidden(answer.problem))) credentials.use(token);
    dispatch(
      answer.ok
        ? { kind: 'organisationsArrived', organisations: answer.value.organisations }
        : { kind: 'organisationsFailed', problem: answer.problem },
    );
  };

  const replaced = async (organisation: Organisation | null, dispatch: Dispatch): Promise<Action> => {
    const read = readToken(credentials.offered());
    if (!read.ok) return { kind: 'newTokenRefused', says: `Not a token: ${read.reason}.`, problem: null };
    const answer = await listOrganisations(client(dispatch, read.token), signalFor('organisations'));
    if (!answer.ok && !isForbidden(answer.problem)) {
      return { kind: 'newTokenRefused', says: null, problem: answer.problem };
    }
    const isStranger = answer.ok && !answer.value.organisations.some(({ orgId }) => orgId === organisation?.orgId);
    if (organisation !== null && isStranger) {
      const says = 'This token is of an account that does not see the organisation at work.';
      return { kind: 'newTokenRefused', says, problem: null };
    }
    credentials.use(read.token);
    return { kind: 'newTokenAccepted' };
  };

  const carryOut = async (effect: Effect, dispatch: Dispatch): Promise<void> => {
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
      case 'findToken': {
        const found = await ports.tokens.find(new URL(effect.baseUrl).origin);
        if (found.ok && found.value !== null) credentials.use(found.value);
        dispatch({
          kind: 'tokenSearched',
          found: found.ok && found.value !== null,
          says: found.ok ? null : found.sentence,
        });
        return;
      }
      case 'tryToken': {
        useService(effect.baseUrl, dispatch);
        const read = readToken(credentials.offered());
        if (read.ok) await listed(read.token, dispatch);
        else dispatch({ kind: 'tokenRefused', reason: read.reason });
        return;
      }
      case 'replaceToken':
        useService(effect.baseUrl, dispatch);
        dispatch(await replaced(effect.organisation, dispatch));
        return;
      case 'keepToken': {
        await ports.memory.rememberBaseUrl(effect.baseUrl);
        const kept = await ports.tokens.keep(new URL(effect.baseUrl).origin, credentials.token() ?? '');
        const sentence = kept.ok
          ? 'The token is kept in the keychain.'
          : `The token is kept for this session only: ${kept.sentence}`;
        dispatch({ kind: 'tokenKept', isKept: kept.ok, sentence });
        return;
      }
      case 'forgetToken': {
        credentials.forget();
        const forgotten =
          effect.source === 'keychain' ? await ports.tokens.forget(new URL(effect.baseUrl).origin) : null;
        dispatch({ kind: 'tokenForgotten', sentence: signedOutSentence(forgotten) });
        return;
      }
      case 'listOrganisations':
        useService(effect.baseUrl, dispatch);
        await listed(undefined, dispatch);
        return;
      case 'recallOrganisation': {
        const orgId = await ports.memory.lastOrganisation(effect.baseUrl);
        if (orgId !== null) dispatch({ kind: 'organisationRecalled', orgId });
        return;
      }
      case 'rememberOrganisation':
        await ports.memory.rememberOrganisation(effect.baseUrl, effect.orgId);
        return;
      case 'readPage': {
        const answer = await readSystemsPage(client(dispatch), effect.question, effect.from, signalFor('page'));
        const { scan } = effect;
        if (answer.ok) clock.describe(answer.value.systems);
        dispatch(
          answer.ok
            ? { kind: 'pageArrived', scan, page: answer.value, now: clock.now() }
            : { kind: 'pageFailed', scan, problem: answer.problem },
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
      case 'deleteSystem':
      case 'openJournal':
      case 'recordIntent':
      case 'recordOutcome':
      case 'closeJournal':
      case 'findCutOff':
      case 'listRuns':
      case 'openRun':
      case 'exportRun':
      case 'exportFile':
      case 'copyOutcomes':
        await deletions.carryOut(effect, dispatch);
        return;
      case 'recallGuards': {
        const { orgId } = effect;
        const guards = await ports.memory.guards(effect.baseUrl, orgId);
        if (guards !== null) dispatch({ kind: 'guardsRecalled', orgId, guards });
        return;
      }
      case 'rememberGuards':
        await ports.memory.rememberGuards(effect.baseUrl, effect.orgId, effect.guards);
        return;
      case 'abandonRead':
        reads.get(effect.slot)?.abort();
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
      case 'repaint':
        ports.repaint();
        return;
      case 'leave':
        await deletions.saved();
        ports.leave();
        return;
    }
  };

  // A rejection here is a bug: it is left unhandled, and ends the program with its message.
  return (effect, dispatch) => void carryOut(effect, dispatch);
}

/** The token is good, and not for this. */
function isForbidden(problem: Problem): boolean {
  return problem.kind === 'refused' && problem.status === 403;
}

function signedOutSentence(forgotten: { ok: true } | { ok: false; sentence: string } | null): string {
  const revoke = 'The token itself is valid until it is revoked in the portal.';
  if (forgotten === null) return `Signed out. ${revoke}`;
  if (!forgotten.ok) return `Signed out, but the keychain still holds the token: ${forgotten.sentence} ${revoke}`;
  return `Signed out; the keychain no longer holds the token. ${revoke}`;
}
