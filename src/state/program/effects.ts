/** Effects of the program: its terminal and its end. */
import type { Effects } from '../kernel/feature.ts';

export const programEffects: Effects<'program'> = {
  suspend(_, { ports }) {
    ports.suspend();
    return null;
  },
  repaint(_, { ports }) {
    ports.repaint();
    return null;
  },
  async leave(_, { ports, settled }) {
    // A keychain that answers late stores or removes nothing once the program is gone.
    await Promise.all([settled(), ports.memory.saved(), ports.tokens.settled()]);
    ports.leave();
    return null;
  },
};
