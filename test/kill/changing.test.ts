/** After a killed run of PATCH every outcome is known. The first ten seeds; the soak has five hundred. */
import { killRuns } from './kills.ts';

killRuns(['change'], 0, 10);
