/** The reason why a system is protected, in a few words. */
import type { Guard } from '../../state/fleet/protection/guards.ts';
import { plural, span } from './quantities.ts';

const unreadNames = { tags: 'tags', enrolmentKeyDescription: 'key' } as const;

/** `tag "protect"`, `enrolled 2 d ago` */
export function guardWords(guard: Guard): string {
  switch (guard.kind) {
    case 'session':
      return 'this session comes through it';
    case 'byYou':
      return 'protected by you';
    case 'tag':
      return `tag "${guard.tag}"`;
    case 'key':
      return `key "${guard.key}"`;
    case 'connected':
      return 'connected now';
    case 'seen':
      return `seen within ${plural(guard.days, 'day')}`;
    case 'unread':
      return `its ${unreadNames[guard.field]} cannot be read`;
    case 'enrolled':
    case 'time': {
      const what = guard.kind === 'time' ? guard.field : guard.kind;
      // The service's clock may be behind.
      return guard.ms < 0 ? `${what} in ${span(-guard.ms)}` : `${what} ${span(guard.ms)} ago`;
    }
    case 'state':
      return guard.state === null ? 'no state' : `state not understood: "${guard.state}"`;
  }
}
