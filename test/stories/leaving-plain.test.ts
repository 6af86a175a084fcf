/** However the program ends with a screen reader, the terminal is restored. */
import { testEndings } from '../support/endings.ts';

testEndings(true, () => true);
