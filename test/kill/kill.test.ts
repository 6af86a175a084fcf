/** After a killed run every outcome is known. The first fifty seeds; `npm run test:soak` has five hundred. */
import { killRuns } from './kills.ts';

killRuns(['delete'], 0, 50);
