/** After a killed run every outcome is known: five hundred seeds of deleting, and of disabling. */
import { killRuns } from '../kill/kills.ts';

killRuns(['delete', 'disable', 'change'], 0, 500);
