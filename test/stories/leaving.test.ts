/** However the program ends, from wherever it is, the terminal is given back as it was. */
import { testEndings } from '../support/endings.ts';

testEndings(false);
