/** What a review leads to, and a run does to each of its systems. Enabling undoes disabling; nothing undoes deleting. */
export type RunKind = 'delete' | 'disable' | 'enable';
