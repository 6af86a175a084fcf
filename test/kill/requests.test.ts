/** After a killed request nothing is sent again, and the next start tells it: each moment once. The soak has five hundred. */
import { killRequests } from './kills.ts';

killRequests(5);
