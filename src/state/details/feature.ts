/** Declares the feature: every field of one system. */
import type { None, Tagged } from '../kernel/declare.ts';
import type { Problem } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';
import type { Loadable } from '../kernel/loadable.ts';

export type DetailsAction = Tagged<{
  detailsOpened: None;
  detailsArrived: { systemId: string; system: System; now: number };
  detailsFailed: { systemId: string; problem: Problem };
}>;

export type DetailsRead = { readonly kind: 'readSystem'; readonly orgId: string; readonly systemId: string };

export type DetailsScreen = {
  readonly kind: 'details';
  readonly system: Loadable<System>;
  readonly systemId: string;
  readonly list: ListPosition;
};

export interface DetailsFeature {
  readonly action: DetailsAction;
  readonly read: DetailsRead;
  readonly slot: 'details';
  readonly screen: DetailsScreen;
}
