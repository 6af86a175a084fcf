/** How does a new token take the place of one that is no longer accepted, while all that was read stays? */
import type { NewTokenAction } from './model.ts';
import { withOrganisations } from '../organisations/model.ts';
import { isGoing } from '../deletion/run.ts';
import type { State } from '../state.ts';
import type { Step } from '../kernel/step.ts';
import { resumed } from '../requests/hold.ts';

export function reduceNewToken(state: State, action: NewTokenAction): Step {
  const { deletion: run } = state;
  if (state.overlay?.kind !== 'token') return [state];
  switch (action.kind) {
    case 'newTokenEntered': {
      const { baseUrl, number: session } = state.session;
      if (baseUrl === null) return [state];
      const trying: State = { ...state, overlay: { kind: 'token', says: null, problem: null, isTrying: true } };
      return [
        trying,
        { kind: 'replaceToken', session, baseUrl, organisation: isGoing(run) ? run.organisation : state.organisation },
      ];
    }
    case 'newTokenRefused': {
      const { says, problem } = action;
      return [{ ...state, overlay: { kind: 'token', says, problem, isTrying: false } }];
    }
    case 'newTokenAccepted': {
      const { baseUrl } = state.session;
      const session = { ...state.session, tokenSource: 'session' } as const;
      // A token of a narrow scope does not list them.
      const seen = action.organisations === null ? state : withOrganisations(state, action.organisations);
      const [next, ...effects] = resumed(withoutRefusal({ ...seen, session, overlay: null }));
      return baseUrl === null
        ? [next, ...effects]
        : [next, { kind: 'keepToken', session: session.number, baseUrl, choice: null }, ...effects];
    }
  }
}

/** What was not done for want of a token is no longer said; the person does it again. */
function withoutRefusal(state: State): State {
  const { screen } = state;
  if (screen.kind !== 'newKey' || screen.creation.kind !== 'describing') return state;
  return { ...state, screen: { ...screen, creation: { ...screen.creation, problem: null } } };
}
