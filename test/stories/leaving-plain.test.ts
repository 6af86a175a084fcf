/** However the program ends for somebody with a screen reader, from wherever it is, the terminal is as it was. */
import { testEndings } from '../support/endings.ts';

testEndings(true);
