/** Is everything known after a run was killed? The first fifty seeds; `npm run test:soak` has five hundred. */
import { killRuns } from './kills.ts';

killRuns(0, 50);
