/** However the program ends, from wherever it is, the terminal is restored. */
import { testEndings } from '../support/endings.ts';

testEndings(false);
