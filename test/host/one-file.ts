/** Rollcall as one file, and a root folder in which it is alone with the libraries of the system. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, globSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { type Home, open } from '../support/program.ts';
import type { Terminal } from '../support/terminal.ts';
import { userAt, type User } from '../support/user.ts';
import { aFolder } from '../support/folder.ts';

export const oneFilePath = resolve('dist-binary/rollcall-linux-x64');

/** Source that it is made from. */
const sources = ['{src,packaging}/**/*', 'build.ts', 'package.json', 'package-lock.json', 'CHANGELOG.md', 'LICENSE'];

/** Makes it, and its package of Debian, where that was not done since the last change. */
export function makeOneFile(): void {
  const changed = Math.max(...globSync(sources).map((path) => statSync(path).mtimeMs));
  const made = statSync('dist-binary/SHA256SUMS', { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (made < changed) execFileSync(process.execPath, ['packaging/binary/main.ts', 'linux-x64'], { stdio: 'pipe' });
}

/** A place to be root in. */
export interface BareRoot {
  readonly path: string;
  /** A user at the terminal of the program there; `home` is where it is outside. */
  start(home: Home, about?: Start): User;
  /** Output of the program there. */
  print(home: Home, flags: readonly string[], about?: Start): Promise<Printed>;
}

export interface Printed {
  readonly exitCode: number | null;
  readonly output: string;
  readonly complaint: string;
}

interface Start {
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files and folders that are there, too, under the same path. */
  readonly with?: readonly string[];
  /** No program can be started from the home folder, nor code loaded. */
  readonly isNoexec?: boolean;
}

/**
 * The folder has the one file, the libraries that it is linked with, and the description of a terminal: no Node, no
 * shell. Devices and processes are those of this computer, as in every container.
 */
export function aBareRoot(): BareRoot {
  const path = aFolder();
  for (const folder of ['proc', 'dev', 'tmp', 'usr/bin']) mkdirSync(join(path, folder), { recursive: true });
  copyFileSync(oneFilePath, join(path, 'usr/bin/rollcall'));
  for (const library of librariesOf(oneFilePath)) {
    mkdirSync(join(path, dirname(library)), { recursive: true });
    copyFileSync(realpathSync(library), join(path, library));
  }
  for (const folder of ['/lib/terminfo', '/usr/share/terminfo']) {
    if (statSync(folder, { throwIfNoEntry: false }) !== undefined) {
      cpSync(folder, join(path, folder), { recursive: true, dereference: true });
    }
  }
  const words = (home: Home, about: Start): readonly string[] => {
    const there = [home.path, ...(about.with ?? [])];
    for (const one of there) madeThere(path, one);
    // Mounted for this program alone, and gone with it.
    const mounts = [
      ...['/proc', '/dev'].map((one) => `mount --rbind ${one} '${path}${one}'`),
      ...there.map((one) => `mount --bind '${one}' '${path}${one}'`),
      ...(about.isNoexec === true ? [`mount -o remount,bind,noexec '${path}${home.path}'`] : []),
    ];
    const script = `${mounts.join(' && ')} && exec chroot '${path}' /usr/bin/rollcall "$@"`;
    const mapped = process.getuid?.() === 0 ? [] : ['--map-root-user'];
    return ['--mount', ...mapped, 'sh', '-c', script, 'sh', ...(about.flags ?? [])];
  };
  const environment = (home: Home, about: Start): Readonly<Record<string, string>> => ({
    PATH: '/usr/bin:/bin:/usr/sbin:/sbin',
    ...home.env,
    XDG_CACHE_HOME: join(home.path, 'cache'),
    ...about.env,
  });
  return {
    path,
    start: (home, about = {}) => {
      const terminal: Terminal = open('unshare', words(home, about), { env: environment(home, about) });
      return userAt(terminal, home);
    },
    async print(home, flags, about = {}) {
      const program = spawn('unshare', words(home, { ...about, flags }), {
        env: environment(home, about),
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const [output, complaint] = await Promise.all([
        text(program.stdout),
        text(program.stderr),
        once(program, 'close'),
      ]);
      return { exitCode: program.exitCode, output, complaint };
    },
  };
}

/** With the program that loads them, by their paths (ldd(1)). */
function librariesOf(executable: string): readonly string[] {
  const listed = execFileSync('ldd', [executable], { encoding: 'utf8' });
  return [...listed.matchAll(/(\/\S+) \(0x/g), ...keychainLibraries(listed)].map(([, library = '']) => library);
}

/** Parts of libc in the native module that Node does not name. */
function keychainLibraries(listed: string): readonly RegExpExecArray[] {
  const [, folder = ''] = /(\/\S+)\/libc\.so\.6 /.exec(listed) ?? [];
  return [...`${folder}/librt.so.1 (0x`.matchAll(/(\/\S+) \(0x/g)];
}

/** Something to mount it on. */
function madeThere(root: string, path: string): void {
  const mountPoint = join(root, path);
  if (statSync(path).isDirectory()) mkdirSync(mountPoint, { recursive: true });
  else {
    mkdirSync(dirname(mountPoint), { recursive: true });
    writeFileSync(mountPoint, '');
  }
}
