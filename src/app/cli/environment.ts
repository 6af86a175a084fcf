/** Reads the environment of a start, and removes the token from it. */
import { addressIn } from '../../state/review/guards.ts';

/** An empty variable counts as none. */
export interface Environment {
  readonly baseUrl: string | null;
  readonly token: string | null;
  /** Node checks no certificate: the person who set this may not know that rollcall sends a token. */
  readonly isTlsUnchecked: boolean;
  /** Where the person comes from over SSH (ssh(1), SSH_CONNECTION); null at the computer itself. */
  readonly address: string | null;
  /** A screen reader is in use: Ink's own variable, for all programs drawn with it. */
  readonly isScreenReader: boolean;
}

/** Takes the token out of `env` at once, so that no child process and no report on a crash can hold it. */
export function takeEnvironment(env: NodeJS.ProcessEnv): Environment {
  const { ROLLCALL_BASE_URL: baseUrl = '', ROLLCALL_TOKEN: token = '' } = env;
  delete env['ROLLCALL_TOKEN'];
  return {
    baseUrl: baseUrl === '' ? null : baseUrl,
    token: token === '' ? null : token,
    isTlsUnchecked: env['NODE_TLS_REJECT_UNAUTHORIZED'] === '0',
    address: addressIn(env['SSH_CONNECTION']?.split(' ')[0] ?? null),
    isScreenReader: env['INK_SCREEN_READER'] === 'true',
  };
}
