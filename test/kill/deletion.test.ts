/** After a killed run every outcome is known. The rest of the first twenty seeds; `npm run test:soak` has five hundred. */
import { killRuns } from './kills.ts';

killRuns(['delete'], 5, 15);
