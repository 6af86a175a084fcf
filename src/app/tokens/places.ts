/** Where could a token be kept on this computer? In the order in which it is offered. */
import type { Place } from '../../state/token-storage/model.ts';

/** The first leaves nothing behind; the kernel's keyring is Linux's. */
export function placesOn(platform: NodeJS.Platform): readonly Place[] {
  return ['session', 'keychain', ...(platform === 'linux' ? (['kernel'] as const) : []), 'command', 'file'];
}
