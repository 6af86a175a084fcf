/** The key that disables systems, and enables them again. */
import { offerRefusal, switchingOf } from '../../../state/removal/disabling/offer.ts';
import { bind, noList } from '../../keys/binding.ts';
import { reviewRefusal } from '../review/review-keys.ts';

/** In the list. */
export const disablingBinding = bind(['D'], 'review and disable, or enable again', 'disablingWanted', {
  refusal: (state) =>
    reviewRefusal(state) ??
    (state.disabling.isAsking ? 'the service is being asked; esc stops that' : offerRefusal(state, switchingOf(state))),
});

/** In the list: what comes after disabling. */
export const graceBinding = bind(['z'], 'disabled by rollcall and still silent', 'graceShown', { refusal: noList });
