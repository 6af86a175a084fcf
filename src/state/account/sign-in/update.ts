/** Signs in at an address with a token, signs out, and replaces a refused token. */
import { askForToken, searching, withSession, withSignIn } from './feature.ts';
import { type TokenSource, blankSignIn, type SignIn } from '../../session/session.ts';
import { type TokenFound, removalLines, withOtherWays } from '../token-storage/feature.ts';
import { type Step, andThen, type Feature, type Field } from '../../root/feature.ts';
import type { State } from '../../root/state.ts';
import { signInEffects, signInReads } from './effects.ts';
import { listOrganisations, withOrganisations } from '../organisations/public.ts';
import { isGoing, type Run } from '../../change/run.ts';
import { capitalise, runRows } from '../../change/run-kinds.ts';
import { withoutSession } from '../../root/registry.ts';
import { resumeReads } from '../../session/backoff/update.ts';

function acceptBaseUrl(state: State, baseUrl: string): Step {
  const { tokenSource, baseUrl: before } = state.session;
  const isFirst = before === null || before === baseUrl;
  // Requests in flight can only be checked at the service that received them.
  if (!isFirst && isGoing(state.deletion)) return [withSignIn(state, { message: runNotOver(state.deletion) })];
  const next = isFirst ? withSession(state, { baseUrl }) : switchService(state, baseUrl);
  // A token from outside waited only for the address, and is used for no other.
  if (isFirst && tokenSource !== null) return completeSignIn(next, tokenSource);
  return searching(withSignIn(next, { typedBaseUrl: baseUrl, message: null, report: [] }), baseUrl);
}

function runNotOver({ kind }: Run): string {
  return `${capitalise(runRows[kind].words.a)} is still ending at the other service. Press enter again in a moment.`;
}

function searchToken(state: State, found: TokenFound): Step {
  if (found.kind === 'found') return completeSignIn(state, found.storage);
  if (found.kind === 'unaccepted') return [withSignIn(askForToken(state, null), { asked: found.sentence })];
  const isKeychain = found.kind === 'failed' && found.storage === 'keychain';
  const message = isKeychain
    ? withOtherWays(found.sentence, 'paste the token for this session')
    : found.kind === 'failed'
      ? found.sentence
      : null;
  // rollcall cannot store a token in your own command, so it offers another storage.
  const isAsked = found.kind === 'failed' && (!found.hasChosen || found.storage === 'command');
  return [withSignIn(askForToken(state, message), { unkept: isAsked ? found : null })];
}

function completeSignIn(state: State, tokenSource: TokenSource): Step {
  return listOrganisations(withSession(state, { tokenSource, signIn: blankSignIn }));
}

/** Removes all data loaded with the token; pending answers belong to another account. */
function forgetToken(state: State): State {
  return withoutSession(withSession(state, { tokenSource: null, number: state.session.number + 1 }));
}

/** Lists and marks belong to the previous service; the new one may use the same ids for other things. */
function switchService(state: State, baseUrl: string): State {
  return { ...withSession(forgetToken(state), { baseUrl }), screen: state.screen };
}

/** Messages about the previous token do not apply to the new one. */
function editToken(state: State): State {
  const { overlay, session } = state;
  if (overlay?.kind === 'token')
    return overlay.message === null ? state : { ...state, overlay: { ...overlay, message: null } };
  const { message, problem } = session.signIn;
  return message === null && problem === null ? state : withSignIn(state, { message: null, problem: null });
}

/** Returns from the token to the address, where the typed text stays; cancels a request in progress. */
function leaveSignIn(state: State): Step {
  const { signIn } = state.session;
  if (signIn.isTrying) {
    const message = 'Stopped. You are not signed in; enter tries again.';
    return [withSignIn(state, { isTrying: false, message }), { kind: 'abandonRead', slot: 'organisations' }];
  }
  if (signIn.asked !== null) return [withSignIn(state, { asked: null })];
  if (signIn.field === 'baseUrl' || signIn.isSearching) return [state];
  return [withSignIn(state, { field: 'baseUrl', message: null, problem: null })];
}

function tokenField(state: State): Field {
  return { name: 'token', text: '', isToken: true, edited: () => [editToken(state)] };
}

/** Clears the failure caused by a missing token; you can repeat the action. */
function withoutRefusal(state: State): State {
  const { screen } = state;
  if (screen.kind !== 'newKey' || screen.creation.kind !== 'describing') return state;
  return { ...state, screen: { ...screen, creation: { ...screen.creation, problem: null } } };
}

export const signIn: Feature<'signIn'> = {
  update: {
    serviceKnown(state, { baseUrl, token }) {
      const next = withSession(state, { baseUrl });
      return token === null ? searching(next, baseUrl) : completeSignIn(next, token);
    },
    serviceUnknown(state, { typed, message, token: tokenSource }) {
      const signIn: SignIn = { ...blankSignIn, typedBaseUrl: typed, message };
      return [{ ...withSession(state, { signIn, tokenSource }), screen: { kind: 'signIn' } }];
    },
    routeChosen: (state, action) => [withSession(state, { route: action.route })],
    baseUrlEntered: (state) => [state, { kind: 'checkBaseUrl', typed: state.session.signIn.typedBaseUrl }],
    baseUrlAccepted: (state, action) => acceptBaseUrl(state, action.baseUrl),
    baseUrlRefused: (state, action) => [withSignIn(state, { message: action.reason })],
    tokenSearched: (state, action) => searchToken(state, action.found),
    addressAccepted(state) {
      const { baseUrl, signIn } = state.session;
      if (baseUrl === null || signIn.asked === null) return [state];
      const next = withSignIn(state, { asked: null, isSearching: true });
      return [next, { kind: 'findToken', baseUrl, isAccepted: true }];
    },
    tokenEntered(state) {
      const { baseUrl } = state.session;
      if (baseUrl === null) return [state];
      return [withSignIn(state, { isTrying: true, message: null, problem: null }), { kind: 'tryToken', baseUrl }];
    },
    tokenRefused: (state, action) => [
      withSignIn(state, { isTrying: false, message: `Not a token: ${action.reason}.` }),
    ],
    signOutRequested: (state) => [{ ...state, overlay: { kind: 'signOut' } }],
    signedOut(state) {
      const { baseUrl, tokenSource } = state.session;
      if (baseUrl === null) return [state];
      // rollcall never stored tokens from the environment or the demo.
      const report = tokenSource === 'environment' ? ['ROLLCALL_TOKEN is unchanged in your shell.'] : [];
      const next = withSignIn(askForToken(forgetToken(state), null), { report });
      return [next, { kind: 'forgetToken', baseUrl }];
    },
    tokenForgotten(state, action) {
      const { report } = state.session.signIn;
      return [withSignIn(state, { report: [...removalLines(action.report), ...report] })];
    },
    newTokenEntered(state) {
      const { deletion: run } = state;
      const { baseUrl } = state.session;
      if (state.overlay?.kind !== 'token' || baseUrl === null) return [state];
      return [
        { ...state, overlay: { kind: 'token', message: null, problem: null, isTrying: true } },
        { kind: 'replaceToken', baseUrl, organisation: isGoing(run) ? run.organisation : state.organisation },
      ];
    },
    newTokenRefused(state, { message, problem }) {
      if (state.overlay?.kind !== 'token') return [state];
      return [{ ...state, overlay: { kind: 'token', message, problem, isTrying: false } }];
    },
    newTokenAccepted(state, action) {
      if (state.overlay?.kind !== 'token') return [state];
      const { baseUrl } = state.session;
      // A token with a narrow scope cannot list the organisations.
      const seen = action.organisations === null ? state : withOrganisations(state, action.organisations);
      const accepted: State = { ...withSession(seen, { tokenSource: 'session' }), overlay: null };
      const next = withoutRefusal(accepted);
      return andThen(baseUrl === null ? [next] : [next, { kind: 'storeToken', baseUrl, choice: null }], resumeReads);
    },
  },
  effects: signInEffects,
  reads: signInReads,
  pending: ({ session: { signIn }, overlay }) =>
    signIn.isTrying || (overlay?.kind === 'token' && overlay.isTrying) ? 'token' : null,
  screens: {
    signIn: {
      back: leaveSignIn,
      field(state) {
        const { signIn } = state.session;
        if (signIn.isTrying || signIn.isSearching || signIn.asked !== null) return null;
        if (signIn.field === 'token') return tokenField(state);
        const edit = (typedBaseUrl: string): Step => [withSignIn(state, { typedBaseUrl, message: null })];
        return { name: 'baseUrl', text: signIn.typedBaseUrl, edited: edit };
      },
    },
    signOut: {},
    token: { field: (state, { isTrying }) => (isTrying ? null : tokenField(state)) },
  },
};
