/** The list of systems. */
import { currentScan } from '../../state/list/listing.ts';
import { listKeys } from '../keys/motion-keys.ts';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { systemsKeys } from './list-keys.ts';
import { SystemsScreen } from './list-screen.tsx';

export const listScreens: ScreenDefinitions<'systems'> = {
  systems: {
    View: SystemsScreen,
    keys: [...systemsKeys, listKeys],
    // Where esc leads is said where a filter or a search is in the way.
    backHint: ({ list: { listing } }) => {
      const isNarrowed = listing.view.filter.tests.length > 0 || (currentScan(listing)?.query.search ?? '') !== '';
      return isNarrowed ? 'show all' : null;
    },
  },
};
