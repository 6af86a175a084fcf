/** What the feature does about its actions. */
import { organisationsEffects, organisationsReads } from './effects.ts';
import type { Feature } from '../kernel/feature.ts';
import type { Organisation } from '../../api/organisations.ts';
import type { Problem } from '../../api/problem.ts';
import { tableRows } from '../kernel/layout.ts';
import { placed } from '../kernel/list-cursor.ts';
import { known } from '../kernel/loadable.ts';
import { type Step, firstScreen } from '../kernel/step.ts';
import { noMarks } from '../marks/marks.ts';
import { marksChanged, marksAtStake } from '../marks/operations.ts';
import { withSession, withSignIn, askingForToken } from '../sign-in/operations.ts';
import { blankSignIn } from '../sign-in/session.ts';
import { holdsToken, tokenNotSent } from '../sign-in/token-pattern.ts';
import type { State, Prompt } from '../state.ts';
import { storageOffered } from '../token-storage/operations.ts';
import { organisationMeant, organisationWithId } from './model.ts';
import { organisationEntered, organisationsListed, withOrganisations, wouldLoseMarks } from './operations.ts';

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
  return isSigningIn && baseUrl !== null ? kept(state, baseUrl, opened) : opened;
}

/** The token that was just accepted is kept; where no place for it is known, that is asked. `before`: signing in. */
function kept(before: State, baseUrl: string, [state, ...effects]: Step): Step {
  const { unkept } = before.session.signIn;
  if (unkept !== null) return [storageOffered(state, unkept), ...effects];
  return [state, { kind: 'keepToken', baseUrl, choice: null }, ...effects];
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

function withOrganisationsInView(state: State): State {
  const { list, position } = state.organisations;
  const length = known(list)?.length ?? 0;
  return {
    ...state,
    organisations: { list, position: placed(position, position.row, length, tableRows(state.rows)) },
  };
}

/** Opens the organisation whose id was typed. */
function organisationIdAccepted(state: State, prompt: Prompt & { readonly kind: 'organisation' }): Step {
  const orgId = prompt.typed.trim();
  if (holdsToken(orgId)) return [{ ...state, prompt: { ...prompt, typed: '' }, notice: tokenNotSent }];
  if (wouldLoseMarks(state, orgId)) {
    return [{ ...state, overlay: { kind: 'marksLost', by: { kind: 'promptAccepted' } } }];
  }
  const left: State = { ...state, prompt: null };
  if (orgId === '') return [left];
  return organisationEntered(left, organisationWithId(orgId, known(state.organisations.list)), '');
}

export const organisations: Feature<'organisations'> = {
  update: {
    organisationsArrived(state, action) {
      // Where nobody waits for it, it is the answer to a token that was signed out since.
      const isLate = state.screen.kind === 'signIn' && !state.session.signIn.isTrying;
      if (isLate) return [state];
      return organisationsArrived(state, action.organisations);
    },
    organisationsFailed(state, action) {
      // Where nobody waits for it, it is the answer to a token that was signed out since.
      const isLate = state.screen.kind === 'signIn' && !state.session.signIn.isTrying;
      const { problem } = action;
      return isLate || problem.kind === 'aborted' ? [state] : organisationsFailed(state, problem);
    },
    organisationRecalled(state, action) {
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
    },
    organisationOpened: organisationOpened,
    organisationsOpened: organisationsListed,
    switchRequested(state) {
      if (marksAtStake(state) === 0) return organisationsListed(state);
      return [{ ...state, overlay: { kind: 'marksLost', by: { kind: 'organisationsOpened' } } }];
    },
    marksGivenUp(state) {
      // In the same organisation `u` sets them again.
      return [marksChanged({ ...state, overlay: null }, noMarks)];
    },
    organisationIdAsked: (state) => [organisationAsked(state)],
  },
  effects: organisationsEffects,
  reads: organisationsReads,
  pending: ({ screen, organisations: { list } }) =>
    screen.kind === 'organisations' && list.kind === 'loading' ? 'organisations' : null,
  reacts: {
    resized: (state) => [withOrganisationsInView(state)],
    // Once the first table is on its way: loading what remembers it takes time that nobody has to wait for.
    pageArrived(state, _, { list }) {
      const { baseUrl } = state.session;
      const query = list.listing.scan === null ? state.list.listing.scan?.query : undefined;
      if (baseUrl === null || query === undefined) return [state];
      return [state, { kind: 'rememberOrganisation', baseUrl, orgId: query.orgId }];
    },
  },
  screens: {
    organisations: {
      back: firstScreen,
      list: (state) => ({
        at: state.organisations.position,
        extent: { length: known(state.organisations.list)?.length ?? 0, height: tableRows(state.rows) },
        withPosition: (position) => ({ ...state, organisations: { ...state.organisations, position } }),
      }),
    },
    marksLost: {},
    organisation: {
      field: (state, prompt) => ({
        name: 'organisation',
        text: prompt.typed,
        edited: (typed) => [{ ...state, prompt: { ...prompt, typed } }],
      }),
      accepted: organisationIdAccepted,
    },
  },
};
