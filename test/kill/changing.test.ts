/** After a killed run of any kind every outcome is known: each moment once. `npm run test:soak` has five hundred a kind. */
import { killRuns } from './kills.ts';

killRuns(['delete', 'disable', 'change'], 5, 7);
