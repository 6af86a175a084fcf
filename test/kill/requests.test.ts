/** After a killed request nothing is sent again, and the next start tells it. `npm run test:soak` has five hundred. */
import { killRequests } from './kills.ts';

killRequests(10);
