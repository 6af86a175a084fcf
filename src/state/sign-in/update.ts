/** What do addresses, tokens and the list of organisations do to the state? */
import type { Organisation } from '../../api/organisation.ts';
import type { Problem } from '../../api/problem.ts';
import type { OrganisationsAction } from '../actions.ts';
import type { SignInAction } from './model.ts';
import { placed } from '../kernel/list-cursor.ts';
import { organisationEntered, wouldLoseMarks } from '../list/update.ts';
import { marksChanged } from '../marks/operations.ts';
import { noMarks } from '../marks/marks.ts';
import { marksAtStake } from '../selectors.ts';
import { nothingToFind } from '../resume/to-find.ts';
import { keepingOffered } from '../token-storage/update.ts';
import { organisationMeant, organisationWithId, withOrganisations } from '../organisations/model.ts';
import { known, readAgain } from '../kernel/loadable.ts';
import { removalLines, type TokenFound } from '../token-storage/model.ts';
import { resumingOffered } from '../resume/update.ts';
import { isGoing } from '../deletion/run.ts';
import { blankSignIn, type SignIn, type TokenSource } from './session.ts';
import { initialState, type State } from '../state.ts';
import { andThen, type Step } from '../kernel/step.ts';
import { tableRows } from '../kernel/layout.ts';

export function reduceSignIn(state: State, action: SignInAction): Step {
  switch (action.kind) {
    case 'serviceKnown': {
      const { baseUrl, token } = action;
      const next = withSession(state, { baseUrl });
      return token === null ? searching(next, baseUrl) : signedIn(next, token);
    }
    case 'serviceUnknown': {
      const signIn: SignIn = { ...blankSignIn, typedBaseUrl: action.typed, says: action.says };
      return [{ ...withSession(state, { signIn, tokenSource: action.token }), screen: { kind: 'signIn' } }];
    }
    case 'routeChosen':
      return [withSession(state, { route: action.route })];
    case 'baseUrlEntered':
      return [state, { kind: 'checkBaseUrl', typed: state.session.signIn.typedBaseUrl }];
    case 'baseUrlRefused':
      return [withSignIn(state, { says: action.reason })];
    case 'baseUrlAccepted':
      return baseUrlAccepted(state, action.baseUrl);
    case 'tokenSearched':
      return tokenSearched(state, action.found);
    case 'tokenEntered': {
      const { baseUrl, number: session } = state.session;
      if (baseUrl === null) return [state];
      return [withSignIn(state, { isTrying: true, says: null, problem: null }), { kind: 'tryToken', session, baseUrl }];
    }
    case 'tokenRefused':
      return [withSignIn(state, { isTrying: false, says: `Not a token: ${action.reason}.` })];
    case 'signOutRequested':
      return [{ ...state, overlay: { kind: 'signOut' } }];
    case 'signedOut': {
      const { baseUrl, tokenSource } = state.session;
      if (baseUrl === null) return [state];
      // What the environment or the demo gave was never put anywhere by this program.
      const report = tokenSource === 'environment' ? ['ROLLCALL_TOKEN is as it was in your shell.'] : [];
      const next = withSignIn(askingForToken(forgotten(state), null), { report });
      return [next, { kind: 'forgetToken', session: next.session.number, baseUrl }];
    }
    case 'tokenForgotten': {
      const { report } = state.session.signIn;
      return [withSignIn(state, { report: [...removalLines(action.report), ...report] })];
    }
  }
}

function baseUrlAccepted(state: State, baseUrl: string): Step {
  const { tokenSource, baseUrl: before } = state.session;
  const isFirst = before === null || before === baseUrl;
  // What is in flight is asked about where it was sent, and nowhere else.
  if (!isFirst && isGoing(state.deletion)) return [withSignIn(state, { says: runNotOver })];
  const next = isFirst ? withSession(state, { baseUrl }) : atAnotherService(state, baseUrl);
  // One that was given from outside waited only for the address; it is for no other.
  if (isFirst && tokenSource !== null) return signedIn(next, tokenSource);
  return searching(withSignIn(next, { typedBaseUrl: baseUrl, says: null, report: [] }), baseUrl);
}

const runNotOver = 'A run is still ending at the service before: enter again in a moment.';

export function reduceOrganisations(state: State, action: OrganisationsAction): Step {
  // Where nobody waits for it, it is the answer to a token that was signed out since.
  const isLate = state.screen.kind === 'signIn' && !state.session.signIn.isTrying;
  switch (action.kind) {
    case 'organisationsArrived':
      if (isLate) return [state];
      return organisationsArrived(state, action.organisations);
    case 'organisationsFailed': {
      const { problem } = action;
      return isLate || problem.kind === 'aborted' ? [state] : organisationsFailed(state, problem);
    }
    case 'organisationRecalled': {
      // Who has moved already has chosen.
      const row = known(state.organisations.list)?.findIndex(({ orgId }) => orgId === action.orgId) ?? -1;
      if (row < 0 || state.organisations.position.row > 0) return [state];
      const length = known(state.organisations.list)?.length ?? 0;
      return [
        {
          ...state,
          organisations: {
            ...state.organisations,
            position: placed(state.organisations.position, row, length, tableRows(state.rows)),
          },
        },
      ];
    }
    case 'organisationOpened':
      return organisationOpened(state);
    case 'organisationsOpened':
      return organisationsListed(state);
    case 'switchRequested':
      if (marksAtStake(state) === 0) return organisationsListed(state);
      return [{ ...state, overlay: { kind: 'marksLost', by: { kind: 'organisationsOpened' } } }];
    case 'marksGivenUp':
      // In the same organisation `u` sets them again.
      return [marksChanged({ ...state, overlay: null, resume: { ...state.resume, toFind: nothingToFind } }, noMarks)];
    case 'organisationIdAsked':
      return [organisationAsked(state)];
  }
}

function organisationOpened(state: State): Step {
  const organisation = known(state.organisations.list)?.[state.organisations.position.row];
  if (organisation === undefined) return [state];
  if (wouldLoseMarks(state, organisation.orgId)) {
    return [{ ...state, overlay: { kind: 'marksLost', by: { kind: 'organisationOpened' } } }];
  }
  const { wantedSearch } = state.session;
  return organisationEntered(withSession(state, { wantedSearch: '' }), organisation, wantedSearch);
}

function organisationsFailed(state: State, problem: Problem): Step {
  const status = problem.kind === 'refused' ? problem.status : null;
  if (status === 403) return listForbidden(state, problem);
  if (state.screen.kind === 'signIn') return [withSignIn(state, { isTrying: false, problem })];
  if (status === 401) return [withSignIn(askingForToken(state, null), { problem })];
  return [
    {
      ...state,
      organisations: {
        ...state.organisations,
        list: { kind: 'failed', problem, last: known(state.organisations.list) },
      },
    },
  ];
}

/** A token of a narrow scope may read systems and not this list: the organisation can be named by its id. */
function listForbidden(state: State, problem: Problem): Step {
  const isSigningIn = state.screen.kind === 'signIn';
  const { baseUrl, wantedOrganisation, wantedSearch, tokenSource } = state.session;
  const listed: State = {
    ...withSession(state, {
      signIn: blankSignIn,
      wantedOrganisation: null,
      tokenSource: isSigningIn ? 'session' : tokenSource,
    }),
    screen: isSigningIn ? { kind: 'organisations' } : state.screen,
    organisations: {
      ...state.organisations,
      list: { kind: 'failed', problem, last: known(state.organisations.list) },
    },
  };
  const opened: Step =
    wantedOrganisation === null
      ? [listed.screen.kind === 'organisations' ? organisationAsked(listed) : listed]
      : organisationEntered(
          withSession(listed, { wantedSearch: '' }),
          organisationWithId(wantedOrganisation, known(state.organisations.list)),
          wantedSearch,
        );
  return isSigningIn && baseUrl !== null ? kept(state, baseUrl, opened) : opened;
}

function organisationAsked(state: State): State {
  return { ...state, prompt: { kind: 'organisation', typed: '', before: state.list.listing }, notice: null };
}

/** Reads the organisations again and shows them; what is known of them stays in view. */
export function organisationsListed(state: State): Step {
  const { baseUrl, number: session } = state.session;
  if (baseUrl === null) return [state];
  const next: State = {
    ...state,
    screen: { kind: 'organisations' },
    organisations: { ...state.organisations, list: readAgain(state.organisations.list) },
    notice: null,
  };
  return [next, { kind: 'listOrganisations', session, baseUrl }];
}

function organisationsArrived(state: State, organisations: readonly Organisation[]): Step {
  const isSigningIn = state.screen.kind === 'signIn';
  // Whoever has opened one by its id meanwhile is not taken to another.
  const isAtWork = state.organisation !== null && state.screen.kind !== 'organisations';
  const isFirst = known(state.organisations.list) === null && !isAtWork;
  const { baseUrl, wantedOrganisation: wanted } = state.session;
  const next: State = {
    ...withSession(withOrganisations(state, organisations), {
      signIn: blankSignIn,
      wantedOrganisation: null,
      tokenSource: isSigningIn ? 'session' : state.session.tokenSource,
    }),
    screen: isSigningIn ? { kind: 'organisations' } : state.screen,
  };
  const opened: Step = isFirst ? firstOpened(next, organisations, wanted) : [next];
  const step = isSigningIn && baseUrl !== null ? kept(state, baseUrl, opened) : opened;
  return andThen(step, (all) => [resumingOffered(all)]);
}

/** The token that was just accepted is kept; where no place for it is known, that is asked. `before`: signing in. */
function kept(before: State, baseUrl: string, [state, ...effects]: Step): Step {
  const { unkept } = before.session.signIn;
  if (unkept !== null) return [keepingOffered(state, unkept), ...effects];
  return [state, { kind: 'keepToken', session: state.session.number, baseUrl, choice: null }, ...effects];
}

/** The organisation that was asked for by id or by a name that no other has, else the only one, is opened at once. */
function firstOpened(state: State, all: readonly Organisation[], wanted: string | null): Step {
  const meant = wanted === null ? null : organisationMeant(all, wanted);
  if (meant !== null && meant.organisation === undefined) {
    const text =
      meant.namesakes > 1
        ? `${meant.namesakes} organisations have the name "${wanted}": choose one, or give its id.`
        : `This account has no organisation with the name or id "${wanted}".`;
    return [{ ...state, notice: { kind: 'warning', text } }];
  }
  const only = meant?.organisation ?? (all.length === 1 ? all[0] : undefined);
  const { baseUrl } = state.session;
  if (only === undefined) return baseUrl === null ? [state] : [state, { kind: 'recallOrganisation', baseUrl }];
  const { wantedSearch, tokenSource } = state.session;
  const [opened, ...effects] = organisationEntered(withSession(state, { wantedSearch: '' }), only, wantedSearch);
  // The screen that says where the token is from was passed over.
  const notice = { kind: 'said', text: 'The token is from the environment (ROLLCALL_TOKEN).' } as const;
  return [tokenSource === 'environment' ? { ...opened, notice } : opened, ...effects];
}

/** Looks for the token of the service where the profile keeps it. */
export function searching(state: State, baseUrl: string): Step {
  const { number: session } = state.session;
  return [withSignIn(state, { isSearching: true }), { kind: 'findToken', session, baseUrl }];
}

function tokenSearched(state: State, found: TokenFound): Step {
  if (found.kind === 'found') return signedIn(state, found.place);
  const says = found.kind === 'failed' ? found.sentence : null;
  // A command of the person's cannot be given the token: another place is offered.
  const isAsked = found.kind === 'failed' && (!found.hasChosen || found.place === 'command');
  return [withSignIn(askingForToken(state, says), { unkept: isAsked ? found : null })];
}

function signedIn(state: State, tokenSource: TokenSource): Step {
  return organisationsListed(withSession(state, { tokenSource, signIn: blankSignIn }));
}

function askingForToken(state: State, says: string | null): State {
  const signIn: SignIn = { ...blankSignIn, field: 'token', typedBaseUrl: state.session.baseUrl ?? '', says };
  return { ...withSession(state, { signIn }), screen: { kind: 'signIn' } };
}

/**
 * Everything that was read with the token goes with it, and what is still to be answered was asked for another account.
 */
function forgotten(state: State): State {
  const { session } = withSession(state, { tokenSource: null, number: state.session.number + 1 });
  return { ...initialState({ ...state, ...state.staleness, ...state.list, session }), nextId: state.nextId };
}

/** Lists and marks are of the service before, and an organisation or a system there may have the same id here. */
function atAnotherService(state: State, baseUrl: string): State {
  const { screen } = state;
  const { lastSession } = state.resume;
  const next = withSession(forgotten(state), { baseUrl });
  return { ...next, screen, resume: { ...next.resume, lastSession } };
}

function withSession(state: State, change: Partial<State['session']>): State {
  return { ...state, session: { ...state.session, ...change } };
}

export function withSignIn(state: State, change: Partial<SignIn>): State {
  return withSession(state, { signIn: { ...state.session.signIn, ...change } });
}
