/** Makes the Debian package: the one file on the path of all users, with its man page, completions, licences and changes. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import manifest from '../../package.json' with { type: 'json' };
import { sharedFiles } from '../shared-files.ts';

export interface DebianPackage {
  /** Debian's name for it: `amd64`. */
  readonly architecture: string;
  readonly executable: string;
  readonly changelog: string;
  /** Licence of rollcall, and of everything else in the file. */
  readonly licence: string;
  readonly licences: string;
  /** Time of every file in it, so that a second build is the same to the byte. */
  readonly date: Date;
}

/** rollcall's version, and the number of its packagings. */
const version = `${manifest.version}-1`;

const maintainer = 'rollcall contributors <rollcall@packages.invalid>';

/** Writes the package into `folder`, and answers its name. `root` is an empty folder. */
export function makeDebianPackage(about: DebianPackage, root: string, folder: string): string {
  const name = `rollcall_${version}_${about.architecture}.deb`;
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  };
  const doc = 'usr/share/doc/rollcall';
  mkdirSync(join(root, 'usr/bin'), { recursive: true });
  copyFileSync(about.executable, join(root, 'usr/bin/rollcall'));
  write('usr/share/man/man1/rollcall.1.gz', compressed(sharedFiles['man/rollcall.1']));
  write('usr/share/bash-completion/completions/rollcall', sharedFiles['completions/rollcall.bash']);
  write('usr/share/zsh/vendor-completions/_rollcall', sharedFiles['completions/_rollcall']);
  write('usr/share/fish/vendor_completions.d/rollcall.fish', sharedFiles['completions/rollcall.fish']);
  write('usr/share/rollcall/settings.schema.json', sharedFiles['settings.schema.json']);
  write(`${doc}/copyright`, copyright(about.licence));
  write(`${doc}/licences.txt.gz`, compressed(about.licences));
  write(`${doc}/changelog.gz`, compressed(about.changelog));
  write(`${doc}/changelog.Debian.gz`, compressed(debianChangelog(about.date)));
  write('usr/share/lintian/overrides/rollcall', overrides);
  const sums = filesIn(root).map((path) => `${md5(path)}  ${relative(root, path)}\n`);
  const kilobytes = filesIn(root).reduce((sum, path) => sum + Math.ceil(statSync(path).size / 1024), 0);
  write('DEBIAN/control', control(about.architecture, kilobytes));
  write('DEBIAN/md5sums', sums.sort().join(''));
  for (const path of filesIn(root)) {
    chmodSync(path, path.endsWith('/usr/bin/rollcall') ? 0o755 : 0o644);
    utimesSync(path, about.date, about.date);
  }
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z0', '--build', root, join(folder, name)], {
    stdio: 'pipe',
    env: { ...process.env, SOURCE_DATE_EPOCH: String(about.date.getTime() / 1000) },
  });
  return name;
}

/** Debian's tools compare these (deb-md5sums(5)); they protect nobody from an attack. */
function md5(path: string): string {
  return createHash('md5').update(readFileSync(path)).digest('hex');
}

function filesIn(folder: string): readonly string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Without the current time, which gzip would note. */
function compressed(text: string): Uint8Array {
  return gzipSync(text, { level: 9 });
}

function control(architecture: string, kilobytes: number): string {
  return `Package: rollcall
Version: ${version}
Architecture: ${architecture}
Maintainer: ${maintainer}
Installed-Size: ${kilobytes}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6 (>= 7)
Recommends: gnome-keyring
Section: admin
Priority: optional
Description: find systems that stopped connecting, and delete them safely
 rollcall is an interactive program for the terminal. It lists the systems that
 are enrolled in an organisation of a service, shows which ones have stopped
 connecting, and deletes those that you choose, after checking each again and
 asking you to confirm.
 .
 It contains its own Node.js. Try it with "rollcall --demo".
`;
}

/** In the machine-readable form (DEP-5). */
function copyright(licence: string): string {
  const text = licence.slice(licence.indexOf('Permission'));
  const indented = text
    .trim()
    .split('\n')
    .map((line) => (line === '' ? ' .' : ` ${line}`));
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: rollcall
Comment: /usr/bin/rollcall contains Node.js, the native module of the keychain and
 packages of JavaScript. Their licences are in
 /usr/share/doc/rollcall/licences.txt.gz.

Files: *
Copyright: ${/Copyright \(c\) (.*)/.exec(licence)?.[1] ?? ''}
License: Expat

License: Expat
${indented.join('\n')}
`;
}

function debianChangelog(date: Date): string {
  const [day, ofMonth, month, year, time] = date.toUTCString().replace(',', '').split(' ');
  return `rollcall (${version}) unstable; urgency=medium

  * See /usr/share/doc/rollcall/changelog.gz.

 -- ${maintainer}  ${day}, ${ofMonth} ${month} ${year} ${time} +0000
`;
}

/** lintian asks for libraries of Debian: Node is in the file with its own, as it is tested. */
const overrides = `# Node.js is a part of the program, with the libraries that it is built and tested with.
rollcall: embedded-library *
`;
