/** The first screen after a killed deletion, disabling or enabling. */
import type { User } from './user.ts';
import type { Expected } from './watched-screen.ts';

/**
 * Waits for its screen and for these texts. A session that was killed a moment later has saved its marks, and the
 * question about them comes first.
 */
export async function seesInterrupted(user: User, ...expected: Expected[]): Promise<void> {
  const screen = await user.sees(
    /› Interrupted (deletion|disabling)|› Restore marks[^]*Interrupted (deletion|disabling): .* J shows the results/,
  );
  if (screen.includes('› Restore marks')) {
    await user.presses('start without marks; u restores them').sees((shown) => !shown.includes('› Restore marks'));
    user.presses('show the deletion, disabling or enabling');
  }
  await user.sees(/› Interrupted (deletion|disabling)/, ...expected);
}
