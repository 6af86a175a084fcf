/** Conditions for a release of a version: pure parts of the checklist. */

/** A step's finding: a fact, or a task. */
export interface Finding {
  readonly ok: boolean;
  readonly message: string;
}

const passed = (message: string): Finding => ({ ok: true, message });
const failed = (message: string): Finding => ({ ok: false, message });

/** Semantic Versioning 2.0.0, with a part of a pre-release and without build metadata. */
const semver = /^(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)\.(?:0|[1-9]\d*)(?:-[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$/;

/** `locked`: the versions in the lockfile. `tags`: those of the repository. */
export function versionFinding(
  version: string,
  locked: readonly (string | undefined)[],
  tags: readonly string[],
): Finding {
  if (!semver.test(version)) return failed(`"${version}" is no version (semver.org): change it in package.json.`);
  if (locked.some((one) => one !== version)) return failed('The lockfile has another version: run npm install.');
  if (tags.includes(`v${version}`)) return failed(`The tag v${version} is taken: choose the next version.`);
  return passed(`${version}, and the tag v${version} is free.`);
}

/** A section with a date: `## 1.2.0, 2026-11-23`. */
export function changelogFinding(changelog: string, version: string): Finding {
  const heading = changelog.split('\n').find((line) => line === `## ${version}` || line.startsWith(`## ${version},`));
  if (heading === undefined) return failed(`CHANGELOG.md has no section ${version}: add one.`);
  const [, date = ''] = heading.split(', ');
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date))) {
    return failed(`CHANGELOG.md has no date: write "## ${version}, YYYY-MM-DD".`);
  }
  const section = changelog.slice(changelog.indexOf(heading) + heading.length).split('\n## ')[0] ?? '';
  return /^- /m.test(section)
    ? passed(`CHANGELOG.md: ${version}, ${date}.`)
    : failed(`CHANGELOG.md says nothing of ${version}.`);
}

/** Reads the output of `git status --porcelain`. */
export function treeFinding(status: string): Finding {
  const changed = status.split('\n').filter((line) => line !== '').length;
  return changed === 0
    ? passed('Nothing is uncommitted.')
    : failed(`${String(changed)} files are not committed: git status.`);
}

/** `status`: as git prints what differs from the commit after all of them were written again. */
export function generatedFinding(status: string): Finding {
  const paths = status.split('\n').flatMap((line) => line.slice(3) || []);
  if (paths.length === 0) return passed('The pictures and the tables of the documents are those of the source.');
  return failed(`Written again, ${paths.slice(0, 3).join(', ')} differ: run npm run docs and npm run pictures.`);
}

export interface Packed {
  readonly unpackedSize: number;
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

/** As `test/packaging.test.ts` has it: the program, and the documents. */
const maxUnpackedBytes = 4_800_000;
const needed = [
  'dist/rollcall.js',
  'share/man/rollcall.1',
  'share/licences.txt',
  'share/bom.cdx.json',
  'README.md',
  'LICENSE',
];

/** Files that only the repository needs: the source, the tests, settings of tools. */
const unwanted = /^(?:src|test|tools|bench|packaging|\.github|\.ci)\/|(?:^|\/)(?:\.npmrc|\.env)|\.tgz$/;

export function packFinding({ unpackedSize, size, files }: Packed): Finding {
  const paths = files.map(({ path }) => path);
  const missing = needed.filter((path) => !paths.includes(path));
  if (missing.length > 0) return failed(`The package lacks ${missing.join(', ')}.`);
  const extra = paths.filter((path) => unwanted.test(path));
  if (extra.length > 0) return failed(`The package has ${extra.slice(0, 3).join(', ')}: see "files" in package.json.`);
  const sizes = `${String(paths.length)} files, ${inKb(size)} packed, ${inKb(unpackedSize)} unpacked`;
  return unpackedSize > maxUnpackedBytes
    ? failed(`Too large: ${sizes}, of ${inKb(maxUnpackedBytes)} at most.`)
    : passed(`${sizes}.`);
}

function inKb(bytes: number): string {
  return `${Math.round(bytes / 1000).toLocaleString('en')} kB`;
}
