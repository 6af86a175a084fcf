/** Every screen, and what lies over it, looks as its snapshot: one state of each. */
import { lookAsTheyDid } from './looks.tsx';
import { oneOfEach } from './one-of-each.ts';

lookAsTheyDid(oneOfEach().first);
