/** After a killed deletion every outcome is known: its first five moments. */
import { killRuns } from './kills.ts';

killRuns(['delete'], 0, 5);
