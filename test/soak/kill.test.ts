/** After a killed run every outcome is known: five hundred seeds. */
import { killRuns } from '../kill/kills.ts';

killRuns(0, 500);
