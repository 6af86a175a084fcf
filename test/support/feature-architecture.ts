/** Checks that the features of the state keep apart. Each check returns its complaints. */
import { basename, dirname } from 'node:path/posix';
import ts from 'typescript';
import type { Check } from './architecture.ts';
import { circlesIn, type Files, type Import, importsOf } from './imports.ts';

const root = 'src/state/';
const stateFile = `${root}root/state.ts`;
const featuresFile = `${root}root/features.ts`;

/** The line by which a feature adds itself to the state. */
const declaration = /^ {2}interface Features \{\n {4}readonly (\w+): /gm;

/** Layers, the lowest first: a file imports its own and earlier ones. Operations know the state, models do not. */
const layers = ['model', 'feature', 'operations', 'update'] as const;
type Layer = (typeof layers)[number];

/** Inside a layer, the folders of features import one another in one direction. */
export const noFeaturesInCircles: Check = (files) => {
  const imports = importsOf(stateOf(files));
  const layerOf = layersOf(imports, files);
  return layers.flatMap((layer) => {
    const targets = new Map<string, Set<string>>();
    for (const { from, to } of imports) {
      const [importer, imported] = [featureOf(from), featureOf(to)];
      if (importer === null || imported === null || importer === imported) continue;
      if (layerOf(from) !== layer || layerOf(to) !== layer) continue;
      targets.set(importer, (targets.get(importer) ?? new Set()).add(imported));
    }
    return circlesIn(targets).map((circle) => `${layer}: ${circle}`);
  });
};

/** The handlers of a feature are for the root alone. Others react to its actions, or call a function by name. */
export const onlyTheRegistryTakesFeatures: Check = (files) => {
  const declared = new Map(
    [...stateOf(files)].flatMap(([path, text]) => {
      const [, name] = /^export const (\w+): Feature</m.exec(text) ?? [];
      return name === undefined ? [] : [[path, new RegExp(`\\b${name}\\b[^;]*} from '[^']*/${basename(path)}'`)]];
    }),
  );
  return importsOf(stateOf(files))
    .filter(({ from, to }) => from !== featuresFile && declared.get(to)?.test(files.get(from) ?? '') === true)
    .map(({ from, to }) => `${from} takes the handlers of ${to}, which are for ${featuresFile} alone`);
};

/** A slice of the state is written by its feature alone; others call its operations. */
export const noForeignSliceWrites: Check = (files) => {
  const owners = sliceOwners(files);
  return [...files].flatMap(([path, text]) => {
    if (featureOf(path) === null) return [];
    return slicesWritten(text)
      .filter((slice) => owners.has(slice) && !isWithin(path, owners.get(slice) ?? ''))
      .map((slice) => `${path} writes ${slice}, which is of ${owners.get(slice) ?? ''}`);
  });
};

function isWithin(path: string, owner: string): boolean {
  return path === owner || path.startsWith(`${owner}/`);
}

const maxFiles = 20;

export const noCrowdedFolders: Check = (files) => {
  const counts = new Map<string, number>();
  for (const path of files.keys()) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts]
    .filter(([folder, count]) => /^src\//.test(folder) && count > maxFiles)
    .map(([folder, count]) => `${folder} has ${count} files, more than ${maxFiles}`);
};

function stateOf(files: Files): Files {
  return new Map([...files].filter(([path]) => path.startsWith(root)));
}

/** The feature folder of a file; null for the root, and outside the state. */
function featureOf(path: string): string | null {
  const folder = dirname(path);
  return folder.startsWith(root) && folder !== `${root}root` ? folder.slice(root.length) : null;
}

function layersOf(imports: readonly Import[], files: Files): (path: string) => Layer {
  const importers = new Map<string, string[]>();
  for (const { from, to } of imports) importers.set(to, [...(importers.get(to) ?? []), from]);
  const knowing = new Set<string>();
  const note = (path: string): void => {
    if (knowing.has(path)) return;
    knowing.add(path);
    for (const importer of importers.get(path) ?? []) note(importer);
  };
  note(stateFile);
  const handlers = new Set(imports.flatMap(({ from, to }) => (from === featuresFile ? [to] : [])));
  return (path) => {
    if (handlers.has(path) || path.endsWith('effects.ts')) return 'update';
    if (files.get(path)?.search(declaration) !== -1) return 'feature';
    return knowing.has(path) ? 'operations' : 'model';
  };
}

/** Where each slice is written: the folder of the file that declares its feature, or the file if it stands in a wing. */
function sliceOwners(files: Files): ReadonlyMap<string, string> {
  const owners = new Map([['requests', `${root}session/backoff`]]);
  for (const [path, text] of files) {
    const wing = dirname(path).slice(root.length);
    for (const [, name = ''] of text.matchAll(declaration)) owners.set(name, wing.includes('/') ? dirname(path) : path);
  }
  return owners;
}

/** Slices written beside a spread state, as in `{ ...state, marks }`, or spread from any, as in `...next.marks`. */
function slicesWritten(text: string): string[] {
  const source = ts.createSourceFile('a.tsx', text, ts.ScriptTarget.Latest);
  const states = new Set(['state', ...[...text.matchAll(/\b(\w+): State\b/g)].map(([, name = '']) => name)]);
  const written = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const spreads = node.properties.flatMap((one) => (ts.isSpreadAssignment(one) ? [one.expression] : []));
      for (const spread of spreads) {
        // Parts of a screen or an overlay have such names too.
        const isOfState = ts.isPropertyAccessExpression(spread) && ts.isIdentifier(spread.expression);
        if (isOfState && !/^(screen|overlay|prompt)$/.test(spread.expression.text)) written.add(spread.name.text);
      }
      const isState = spreads.some((spread) => ts.isIdentifier(spread) && states.has(spread.text));
      for (const { name } of node.properties)
        if (isState && name !== undefined && ts.isIdentifier(name)) written.add(name.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...written];
}
