/** After a killed run of disabling every outcome is known. The first ten seeds; `npm run test:soak` has five hundred. */
import { killRuns } from './kills.ts';

killRuns(['disable'], 0, 10);
