/** What are reads waiting for before they are sent? For a while to pass, or for a token that is accepted. */
import type { Problem } from '../../api/problem.ts';
import type { Effect, Slot } from '../effects.ts';

/** An effect that asks the service for something and may be sent again: it changes nothing there. */
export type Read = Extract<
  Effect,
  {
    kind:
      | 'listOrganisations'
      | 'tryToken'
      | 'readPage'
      | 'readCheckPage'
      | 'readSystem'
      | 'rereadSystem'
      | 'recheckSystem'
      | 'checkAccess';
  }
>;

/** While something is waited for, no read is sent: neither the one that failed nor any other. */
export interface Wait {
  readonly id: number;
  readonly until: { readonly kind: 'time'; readonly seconds: number } | { readonly kind: 'token' };
  /** What the service, or the connection to it, said. */
  readonly problem: Problem;
  /** Sent when the wait is over. */
  readonly held: readonly Read[];
}

/** Which read is it? Another one of the same key takes its place. */
export function readKey(read: Read): string {
  switch (read.kind) {
    case 'listOrganisations':
    case 'tryToken':
      return 'organisations';
    case 'readPage':
      return 'page';
    case 'readCheckPage':
      return 'check';
    case 'readSystem':
      return 'details';
    case 'checkAccess':
      return 'access';
    case 'recheckSystem':
      return recheckKey(read.systemId);
    case 'rereadSystem':
      return rereadKey(read.systemId);
  }
}

export function recheckKey(systemId: string): string {
  return `recheck ${systemId}`;
}

/** A deletion that was put off is counted apart: to read its system again in between succeeds. */
export function deletionKey(systemId: string): string {
  return `delete ${systemId}`;
}

export function rereadKey(systemId: string): string {
  return `reread ${systemId}`;
}

/** Adds a read to those that wait. */
export function holding(wait: Wait, read: Read): Wait {
  const key = readKey(read);
  return { ...wait, held: [...wait.held.filter((other) => readKey(other) !== key), read] };
}

export function isRead(effect: Effect): effect is Read {
  const kinds: readonly Effect['kind'][] = [
    ...(['listOrganisations', 'tryToken', 'readPage', 'readSystem'] as const),
    ...(['rereadSystem', 'recheckSystem', 'checkAccess', 'readCheckPage'] as const),
  ];
  return kinds.includes(effect.kind);
}

/** Without the read of a slot that is abandoned. */
export function withoutSlot(wait: Wait, slot: Slot): Wait {
  return { ...wait, held: wait.held.filter((read) => readKey(read) !== slot) };
}
