/** After a killed run every outcome is known: the first five moments. */
import { killRuns } from './kills.ts';

killRuns(['delete'], 0, 5);
