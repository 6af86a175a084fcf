/** Is the screen told line by line instead of drawn? */
import { createContext } from 'react';
import type { Clean } from '../text/clean.ts';

/**
 * Null where it is drawn. Told, it says which row has the cursor (empty without one), and the titles of a table stand at
 * the margin, unlike the rows of a list.
 */
export const PlainContext = createContext<{ readonly position: Clean } | null>(null);
