/** After a killed run, of deletions or of PATCH, every outcome is known: the first five moments of each. */
import { killRuns } from './kills.ts';

killRuns(['delete', 'change'], 0, 5);
