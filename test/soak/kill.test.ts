/** After a killed run every outcome is known: five hundred seeds of deleting, and of disabling. */
import { killRuns } from '../kill/kills.ts';

killRuns('delete', 0, 500);
killRuns('disable', 0, 500);
