/** After a killed request nothing is sent again, and the next start tells it: five hundred times, at five moments. */
import { killRequests } from '../kill/kills.ts';

killRequests(500);
