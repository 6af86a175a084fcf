/** After a killed run of PATCH every outcome is known: the seeds after the first twenty. */
import { killRuns } from './kills.ts';

killRuns(['change'], 20, 180);
