/** Reviews systems to disable or enable, once it is known that the service can; and drops what it turns out not to know. */
import type { Feature } from '../kernel/feature.ts';
import { said, type Step } from '../kernel/step.ts';
import type { State } from '../state.ts';
import type { DisablingState } from './feature.ts';
import { failureWords, isOffered, offerRefusal, switchingOf } from './offer.ts';

/** The review is drawn, and its first systems are asked about, before anything else is. */
const seekAfterMs = 500;

const askingWords = 'Asking the service whether systems can be disabled… esc stops that.';

function withDisabling(state: State, about: Partial<DisablingState>): State {
  return { ...state, disabling: { ...state.disabling, ...about } };
}

/** Opens the review where the definition has the operation, says why not, or goes on waiting for the definition. */
function decided(state: State): Step {
  const { offers, definition } = state;
  const answered = withDisabling(state, { isAsking: false });
  const does = switchingOf(state);
  if (isOffered(state, does)) return [answered, { kind: 'openSwitching', does }];
  // One that is known from before may be an older one.
  if (definition.reading !== null) return [state];
  if (offers.found === null && definition.failure === null) return [state];
  const why = offerRefusal(state, does) ?? (definition.failure === null ? '' : failureWords(definition.failure));
  const text = `${why.slice(0, 1).toUpperCase()}${why.slice(1)}.`;
  return [{ ...answered, notice: { kind: 'refused', text } }];
}

/** Is a person still where D was pressed? A question for another token lies over it, and comes of it. */
function isThere({ screen, overlay, prompt }: State): boolean {
  return screen.kind === 'systems' && prompt === null && (overlay === null || overlay.kind === 'token');
}

/** Behind the review of a deletion the definition is asked for once, so that it can name the alternative. */
function sought(state: State, before: State): Step {
  const { screen, review, disabling, offers } = state;
  const isOpened = screen.kind === 'review' && before.screen.kind !== 'review' && review?.does === 'delete';
  if (!isOpened || disabling.isSought || offers.found !== null) return [state];
  return [withDisabling(state, { isSought: true }), { kind: 'startTimer', timer: 'seekOffers', ms: seekAfterMs }];
}

export const disabling: Feature<'disabling'> = {
  update: {
    disablingWanted(state) {
      const asking = said(withDisabling(state, { isAsking: true }), askingWords);
      return state.offers.found === null ? [asking, { kind: 'loadOperations', then: 'offersWanted' }] : decided(asking);
    },
    disablingLeft: (state) => [said(withDisabling(state, { isAsking: false }), 'Stopped. Nothing was disabled.')],
  },
  reacts: {
    // Whoever presses another key has moved on.
    keyPressed: (state, _, before) => [
      before.disabling.isAsking && before.overlay === null ? withDisabling(state, { isAsking: false }) : state,
    ],
  },
  after(state, before) {
    const isNews = state.definition !== before.definition || state.offers !== before.offers;
    if (!state.disabling.isAsking || !isNews) return sought(state, before);
    if (!isThere(state)) return [withDisabling(state, { isAsking: false })];
    return state.overlay === null ? decided(state) : [state];
  },
  effects: {
    // At once: a key that comes with this one is the review's.
    openSwitching({ does }, { dispatch }) {
      dispatch({ kind: 'reviewOpened', does });
      return null;
    },
  },
  timers: {
    seekOffers: (state) =>
      state.screen.kind === 'review' ? [state, { kind: 'loadOperations', then: 'offersSought' }] : [state],
  },
};
