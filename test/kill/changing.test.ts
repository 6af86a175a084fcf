/** After a killed run of PATCH every outcome is known. The first thirty seeds; the soak has five hundred. */
import { killRuns } from './kills.ts';

killRuns(['change'], 0, 30);
