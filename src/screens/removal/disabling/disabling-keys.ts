/** The keys of what comes after disabling. */
import { bind, noList } from '../../keys/binding.ts';

/** In the list. */
export const graceBinding = bind(['z'], 'disabled by rollcall and still silent', 'graceShown', { refusal: noList });
