/** After a killed run of PATCH every outcome is known: seeds after the first twenty; the soak has five hundred. */
import { killRuns } from './kills.ts';

killRuns(['change'], 20, 30);
