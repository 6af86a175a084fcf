/** Declares the feature: every field of one system. */
import type { None, Tagged } from '../kernel/declare.ts';
import type { Problem } from '../../api/problem.ts';
import type { System } from '../../api/system.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';
import type { Loadable } from '../kernel/loadable.ts';

export interface DetailsFeature {
  readonly action: Tagged<{
    detailsOpened: None;
    detailsArrived: { systemId: string; system: System; now: number };
    detailsFailed: { systemId: string; problem: Problem };
  }>;
  readonly read: Tagged<{ readSystem: { orgId: string; systemId: string } }>;
  readonly slot: 'details';
  readonly screen: Tagged<{ details: { system: Loadable<System>; systemId: string; list: ListPosition } }>;
}
