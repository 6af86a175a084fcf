/** Every screen, and what lies over it, looks as its snapshot: one state of each. */
import { lookAsTheyDid, oneOfEach } from './looks.tsx';

lookAsTheyDid(oneOfEach().first);
