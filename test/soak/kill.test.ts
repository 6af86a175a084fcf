/** Is everything known after a run was killed, five hundred times? */
import { killRuns } from '../kill/kills.ts';

killRuns(0, 500);
