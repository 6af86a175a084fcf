/** Checks of the source's architecture. Each returns its complaints. */
import { circlesIn, type Files, type Import, importsOf } from './imports.ts';

export type Check = (files: Files) => string[];

/** The layers, the lowest first: each imports itself and the ones before it. */
const layers = ['api', 'state', 'screens', 'app'];

/** The demo's service is the outside world: it shares nothing with the program. */
const outside = 'demo';

export const importsPointOneWay: Check = (files) =>
  complaintsAbout(files, ({ from, to }) => {
    const [importer, imported] = [layerOf(from), layerOf(to)];
    if (importer === undefined || imported === undefined || importer === imported) return undefined;
    if (importer === outside || imported === outside) return 'the demo shares nothing with the program';
    const isDownward = layers.indexOf(importer) > layers.indexOf(imported);
    return isDownward ? undefined : `${importer} stands below ${imported}`;
  });

/** Files that may import values, not only types, from files of the API. */
const apiValues: readonly { readonly by: RegExp; readonly of: RegExp }[] = [
  { by: /^src\/api\//, of: /^src\/api\// },
  {
    by: /^src\/state\/(root\/run-effect|change\/request\/record-and-send|session\/service|[\w/-]+\/effects)\.ts$/,
    of: /^src\/api\//,
  },
  // An address and a token as texts.
  { by: /^src\/(app|screens|state\/account)\//, of: /^src\/api\/access\.ts$/ },
  // Ids, addresses and systems of another person's file, checked as those of an answer.
  { by: /^src\/state\/removal\/review-file\/format\.ts$/, of: /^src\/api\/(access|decode)\.ts$/ },
  // Facts about a problem, and the certainty of a change after it.
  { by: /^src\/(state|screens|app)\//, of: /^src\/api\/problem\.ts$/ },
  // Pages of lists: data, and no request.
  { by: /^src\/(state|screens)\//, of: /^src\/api\/paging\/(envelope|next-link)\.ts$/ },
  // The fields of a system, the names of operations, JSON and times: data, and no request.
  {
    by: /^src\/(state|screens)\//,
    of: /^src\/api\/(system|compact|operations|exact-json|timestamp)\.ts$/,
  },
  // Meaning of addresses and headers: the judged and shown request is the sent one.
  { by: /^src\/(state|app)\//, of: /^src\/api\/(deletion\/\w[\w-]*|http\/misleading-headers)\.ts$/ },
  { by: /^src\/app\//, of: /^src\/api\/(exact-json|operations)\.ts$/ },
  // The one maker of proofs that an intent is saved.
  { by: /^src\/state\/change\/journal\/append\.ts$/, of: /^src\/api\/http\/saved-intent\.ts$/ },
  // The definition, the building of calls, and their secrets: data, and no request.
  { by: /^src\/(state|screens|app)\//, of: /^src\/api\/(openapi\/[\w-]+|calls\/[\w-]+|secrets|secret-names)\.ts$/ },
];

export const onlyRunEffectCallsTheApi: Check = (files) =>
  complaintsAbout(files, ({ from, to, isType }) => {
    if (isType || layerOf(from) === undefined || layerOf(to) !== 'api') return undefined;
    const mayCall = apiValues.some(({ by, of }) => by.test(from) && of.test(to));
    return mayCall ? undefined : 'only the files of effects, and those of commands, call the API';
  });

/** The wings of the state and of the screens, the lowest first: each imports itself and the ones before it. */
const wings = ['kernel', 'root', 'session', 'fleet', 'change', 'removal', 'account', 'explorer', 'shell'];

/** Imports of types count. The registry names every feature. */
export const wingsPointDown: Check = (files) =>
  complaintsAbout(files, ({ from, to }) => {
    const [importer, imported] = [wingOf(from), wingOf(to)];
    if (importer === undefined || imported === undefined) return undefined;
    if (wings.indexOf(importer) >= wings.indexOf(imported)) return undefined;
    return from === registry ? undefined : `${importer} stands below ${imported}`;
  });

const registry = 'src/state/root/features.ts';

/** Undefined outside the state and the screens, and for the base of the screens. */
function wingOf(path: string): string | undefined {
  const wing = /^src\/(?:state|screens)\/([^/]+)\//.exec(path)?.[1] ?? '';
  return wings.includes(wing) ? wing : undefined;
}

/** Imports of types count: things that need each other belong in one file, or their common part in a third. */
export const noImportsInCircles: Check = (files) => circlesOf(importsOf(files), (path) => path);

/** The rooms of the screens, inside their wings; files beside the rooms, such as the registry, import them all. */
export const noScreenFoldersInCircles: Check = (files) =>
  circlesOf(importsOf(files), (path) => {
    const [wing, room] = /^src\/screens\/(.*)\/[^/]+$/.exec(path)?.[1]?.split('/') ?? [];
    if (wing === undefined) return undefined;
    if (!wings.includes(wing)) return `src/screens/${wing}`;
    return room === undefined ? undefined : `src/screens/${wing}/${room}`;
  });

/** `nodeOf`: the file itself, or the folder that stands for it. */
function circlesOf(imports: readonly Import[], nodeOf: (path: string) => string | undefined): string[] {
  const targets = new Map<string, Set<string>>();
  for (const { from, to } of imports) {
    const [importer, imported] = [nodeOf(from), nodeOf(to)];
    if (importer === undefined || imported === undefined) continue;
    if (importer === imported && from !== to) continue;
    targets.set(importer, (targets.get(importer) ?? new Set()).add(imported));
  }
  return circlesIn(targets);
}

const maxLines = 400;

export const noLongFiles: Check = (files) =>
  [...files].flatMap(([path, text]) => {
    const lines = text.trimEnd().split('\n').length;
    return lines > maxLines ? [`${path} has ${lines} lines, more than ${maxLines}`] : [];
  });

export const noBarrels: Check = (files) =>
  [...files.keys()].filter((path) => /\/index\.tsx?$/.test(path)).map((path) => `${path} is named after no question`);

export const onlyCleanMakesClean = absent(
  /\bas Clean\b/,
  /^src\/(?!screens\/text\/clean\.ts$)/,
  'makes Clean by itself',
);

export const noDefaultInReduce = absent(
  /^\s*default:/m,
  /^src\/state\/.*\/(reduce|[\w-]*update)\.ts/,
  'has a switch with a default',
);

/** Time and chance come from `app`: the layers below give the same answer to the same question. */
export const noClockBelowApp = absent(
  /\bDate\.now\b|\bperformance\.now\b|\bnew Date\(\)|\bMath\.random\b/,
  /^src\/(?:api|state|screens)\//,
  'asks for the time or for chance by itself',
);

/** A failed start is a value there; elsewhere it would be an unexpected exception. */
export const onlyChildStartsPrograms = absent(
  /^import (?!type ).*'node:child_process'/m,
  /^src\/(?!app\/process\/child\.ts$)/,
  'starts programs by itself',
);

export const noConsole = absent(/\bconsole\.\w/, /^src\/(?!app\/|demo\/main\.ts$)/, 'writes to the console');

/** A check that a pattern occurs in none of the files whose path matches `where`. */
function absent(pattern: RegExp, where: RegExp, complaint: string): Check {
  return (files) =>
    [...files].flatMap(([path, text]) => (where.test(path) && pattern.test(text) ? [`${path} ${complaint}`] : []));
}

function complaintsAbout(files: Files, wrong: (found: Import) => string | undefined): string[] {
  return importsOf(files).flatMap((found) => {
    const complaint = wrong(found);
    return complaint === undefined ? [] : [`${found.from} imports ${found.to}: ${complaint}`];
  });
}

/** Undefined outside `src`: tests may import anything. */
function layerOf(path: string): string | undefined {
  return /^src\/(\w+)\//.exec(path)?.[1];
}
