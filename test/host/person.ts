/** Another user of the computer, without rights: umask 077, a home of their own, and a path with a blank and 東京. */
import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';

/** `nobody`, who owns nothing else. */
const uid = 65_534;

export interface Person {
  /** All of their files are in it. */
  readonly place: string;
  readonly home: string;
  readonly env: Readonly<Record<string, string>>;
  /** A command and its arguments that start this one as the person; `isOffline`: with nothing but loopback. */
  as(command: string, isOffline?: boolean): readonly [string, readonly string[]];
  /** Runs a line of shell, in this folder; what it prints, and its exit code. */
  run(line: string, options: RunOptions): Promise<Ran>;
  /** Gives them what was made for them. */
  give(path: string): void;
  remove(): void;
}

interface RunOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly isOffline?: boolean;
}

interface Ran {
  readonly exitCode: number;
  /** Text of both outputs. */
  readonly output: string;
}

/** Copies the source, with what is not committed yet, into this folder; `paths` of git say which of it. */
export function copySource(folder: string, ...paths: readonly string[]): void {
  const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...paths];
  const names = execFileSync('git', listed, { encoding: 'utf8' }).split('\0');
  for (const name of names.filter((one) => one !== '')) cpSync(name, join(folder, name));
}

/** Throws where this user cannot act as another. */
export function aPerson(): Person {
  if (process.getuid?.() !== 0) throw new Error('This test acts as another user of the computer: run it as root.');
  const place = mkdtempSync(join(tmpdir(), 'rollcall 東京 '));
  const [home, cache] = [join(place, 'home'), join(place, 'npm-cache')];
  for (const folder of [home, cache]) mkdirSync(folder);
  const settingOf = (name: string): string => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim();
  // A package that is there is not asked for again: the person's first `npm ci` is not the first of this computer.
  const content = join(settingOf('cache'), '_cacache');
  if (existsSync(content)) cpSync(content, join(cache, '_cacache'), { recursive: true });
  const give = (path: string): void => {
    execFileSync('chown', ['-R', `${uid}:${uid}`, path]);
  };
  give(place);
  chmodSync(place, 0o755);
  const { NODE_EXTRA_CA_CERTS: authorities } = process.env;
  const env = {
    HOME: home,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    TMPDIR: join(place, 'tmp'),
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
    npm_config_registry: settingOf('registry'),
    ...(authorities !== undefined && { NODE_EXTRA_CA_CERTS: authorities }),
  };
  mkdirSync(env.TMPDIR);
  chownSync(env.TMPDIR, uid, uid);

  const as: Person['as'] = (line, isOffline = false) => {
    const person = ['--reuid', String(uid), '--regid', String(uid), '--clear-groups', 'sh', '-c', `umask 077; ${line}`];
    if (!isOffline) return ['setpriv', person];
    return ['unshare', ['--net', 'sh', '-c', 'ip link set lo up && exec setpriv "$@"', 'sh', ...person]];
  };
  return {
    place,
    home,
    env,
    as,
    give,
    run: (line, { cwd, env: more = {}, isOffline = false }) =>
      new Promise((resolve) => {
        const [command, args] = as(`exec 2>&1; ${line}`, isOffline);
        const options = { cwd, env: { PATH: process.env['PATH'], ...env, ...more }, maxBuffer: 64 * 1024 * 1024 };
        const child = execFile(command, args, options, (_, output) => {
          resolve({ exitCode: child.exitCode ?? 1, output });
        });
      }),
    remove: () => {
      rmSync(place, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
    },
  };
}
