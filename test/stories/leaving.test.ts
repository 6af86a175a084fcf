/** However the program ends in its list, the terminal is restored. */
import { testEndings } from '../support/endings.ts';

testEndings(false, (place) => place === 'the list');
