/** After a killed run of PATCH every outcome is known. The first twenty seeds; the long suite has the others. */
import { killRuns } from './kills.ts';

killRuns(['change'], 0, 20);
