/** Requests that change something: their screen, and the question about systems that a review deletes. */
import type { ScreenDefinitions } from '../../screen-definition.ts';
import { keysOfRequest, outcomeKeys, phraseKeys, whileSending } from './request-keys.ts';
import { requestExtent, RequestScreen } from './request-view.tsx';
import { SystemsTakenView, takenKeys } from './systems-taken.tsx';

export const requestScreens: ScreenDefinitions<'request' | 'systemsTaken'> = {
  request: {
    View: RequestScreen,
    keys: [whileSending, outcomeKeys],
    fieldKeys: [phraseKeys],
    inForce: keysOfRequest,
    isClosed: true,
    extent: requestExtent,
  },
  systemsTaken: { View: SystemsTakenView, keys: [takenKeys] },
};
