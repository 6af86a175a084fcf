import type { System } from '../../api/system.ts';

/** What a review leads to, and a run does to each of its systems. Enabling undoes disabling; nothing undoes deleting. */
export const runKinds = ['delete', 'disable', 'enable'] as const;

export type RunKind = (typeof runKinds)[number];

/** What takes back what a run has done; null where nothing does. */
export const undoneBy = {
  delete: null,
  disable: 'enable',
  enable: 'disable',
} as const satisfies Readonly<Record<RunKind, RunKind | null>>;

/** Do guards hold, and what came back? To enable a system takes nothing from anybody. */
export function isGuarded(does: RunKind): boolean {
  return does !== 'enable';
}

/** What a system that is there says of what is to be done to it; `unsaid`: not whether it is enabled. */
export type Look = 'done' | 'undone' | 'unsaid';

export function lookOf(does: RunKind, { isEnabled }: Pick<System, 'isEnabled'>): Look {
  // What is deleted is not there.
  if (does === 'delete') return 'undone';
  if (isEnabled === null) return 'unsaid';
  return isEnabled === (does === 'enable') ? 'done' : 'undone';
}
