/** What does the environment say about this start? */

/** An empty variable counts as none. */
export interface Environment {
  readonly baseUrl: string | null;
  readonly token: string | null;
}

/** Takes the token out of `env` at once, so that no child process and no report on a crash can hold it. */
export function takeEnvironment(env: NodeJS.ProcessEnv): Environment {
  const { ROLLCALL_BASE_URL: baseUrl = '', ROLLCALL_TOKEN: token = '' } = env;
  delete env['ROLLCALL_TOKEN'];
  return { baseUrl: baseUrl === '' ? null : baseUrl, token: token === '' ? null : token };
}
