/** The context of screen-reader mode, in which the screen is told line by line instead of drawn. */
import { createContext } from 'react';
import type { Clean } from '../text/clean.ts';

/**
 * Null where the screen is drawn. In screen-reader mode the position of the cursor (empty without one); the titles of a
 * table start at the margin, unlike the rows of a list.
 */
export const PlainContext = createContext<{ readonly position: Clean } | null>(null);
