/** After a killed run of PATCH every outcome is known. The rest of the first thirty seeds; the soak has five hundred. */
import { killRuns } from './kills.ts';

killRuns(['change'], 5, 25);
