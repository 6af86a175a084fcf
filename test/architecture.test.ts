import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as architecture from './support/architecture.ts';
import * as featureArchitecture from './support/feature-architecture.ts';
import type { Files } from './support/imports.ts';

describe('the source', () => {
  const files = readFiles('src', 'test');
  test.each(Object.entries({ ...architecture, ...featureArchitecture }))('%s', (_, check) => {
    expect(check(files)).toEqual([]);
  });
});

describe('each check finds what it is for, and nothing else', () => {
  const { importsPointOneWay, onlyRunEffectCallsTheApi, noImportsInCircles, noScreenFoldersInCircles } = architecture;

  test('importsPointOneWay', () => {
    expect(
      importsPointOneWay(
        made({
          'src/app/a.ts': `import { b } from '../screens/b.tsx'; import type { C } from '../api/c.ts';`,
          'src/screens/parts/d.tsx': `import { e } from '../../state/e.ts'; import { f } from '../g/f.tsx';`,
          'src/state/bad.ts': `import type { Cell } from '../screens/parts/cell.tsx';`,
          'src/screens/bad.tsx': `const late = await import('../app/main.ts');`,
          'src/api/bad.ts': `export { state } from '../state/root/state.ts';`,
          'src/demo/bad.ts': `import type { System } from '../api/system.ts';`,
          'src/app/bad.ts': `let service: import('../demo/service.ts').Service;`,
          'test/app/a.test.ts': `import { a } from '../../src/app/a.ts'; import 'vitest';`,
        }),
      ),
    ).toEqual([
      'src/state/bad.ts imports src/screens/parts/cell.tsx: state stands below screens',
      'src/screens/bad.tsx imports src/app/main.ts: screens stands below app',
      'src/api/bad.ts imports src/state/root/state.ts: api stands below state',
      'src/demo/bad.ts imports src/api/system.ts: the demo shares nothing with the program',
      'src/app/bad.ts imports src/demo/service.ts: the demo shares nothing with the program',
    ]);
  });

  test('onlyRunEffectCallsTheApi', () => {
    expect(
      onlyRunEffectCallsTheApi(
        made({
          'src/api/systems.ts': `import { send } from './client.ts';`,
          'src/state/root/run-effect.ts': `import { deleteSystem } from '../../api/systems.ts';`,
          'src/state/scan.ts': `import type { System } from '../api/system.ts'; import { type Page } from '../api/page.ts';`,
          'src/state/root/reduce.ts': `import { type System, listSystems } from '../../api/systems.ts';`,
          'src/app/settings.ts': `import { readToken } from '../api/access.ts';`,
          'src/app/main.ts': `import { createClient } from '../api/client.ts';`,
          'src/screens/row.tsx': `import * as systems from '../api/systems.ts';`,
          'src/screens/wording.ts': `import { isSystemNotFound } from '../api/problem.ts';`,
          'src/state/run.ts': `import { decodePage } from '../api/decode.ts';`,
        }),
      ),
    ).toEqual([
      'src/state/root/reduce.ts imports src/api/systems.ts: only the files of effects, and those of commands, call the API',
      'src/app/main.ts imports src/api/client.ts: only the files of effects, and those of commands, call the API',
      'src/screens/row.tsx imports src/api/systems.ts: only the files of effects, and those of commands, call the API',
      'src/state/run.ts imports src/api/decode.ts: only the files of effects, and those of commands, call the API',
    ]);
  });

  test('noImportsInCircles', () => {
    expect(
      noImportsInCircles(
        made({
          'src/state/a.ts': `import { b } from './b.ts'; import { d } from './d.ts';`,
          'src/state/b.ts': `import type { C } from './parts/c.ts';`,
          'src/state/parts/c.ts': `import type { B } from '../b.ts';`,
          'src/state/d.ts': `import { b } from './b.ts';`,
        }),
      ),
    ).toEqual(['src/state/b.ts → src/state/parts/c.ts → src/state/b.ts']);
  });

  test('wingsPointDown', () => {
    expect(
      architecture.wingsPointDown(
        made({
          'src/state/fleet/list/a.ts': `import { b } from '../../session/b.ts'; import { c } from '../marks/c.ts';`,
          'src/state/session/b.ts': `import type { A } from '../fleet/list/a.ts';`,
          'src/state/root/features.ts': `import type { A } from '../fleet/list/a.ts';`,
          'src/screens/fleet/list/d.tsx': `import { e } from '../../shell/e.tsx'; import { f } from '../../parts/f.tsx';`,
          'src/screens/parts/f.tsx': `import type { A } from '../../state/fleet/list/a.ts';`,
        }),
      ),
    ).toEqual([
      'src/state/session/b.ts imports src/state/fleet/list/a.ts: session stands below fleet',
      'src/screens/fleet/list/d.tsx imports src/screens/shell/e.tsx: fleet stands below shell',
    ]);
  });

  test('noScreenFoldersInCircles', () => {
    expect(
      noScreenFoldersInCircles(
        made({
          'src/screens/screens.ts': `import { a } from './fleet/marks/a.ts';`,
          'src/screens/fleet/marks/a.ts': `import { b } from '../list/b.ts'; import type { D } from '../../screen.ts';`,
          'src/screens/fleet/marks/c.ts': `import { a } from './a.ts';`,
          'src/screens/fleet/list/b.ts': `import { d } from './runs/d.ts'; import type { E } from '../../parts/e.ts';`,
          'src/screens/fleet/list/runs/d.ts': `import { c } from '../../marks/c.ts';`,
        }),
      ),
    ).toEqual(['src/screens/fleet/marks → src/screens/fleet/list → src/screens/fleet/marks']);
  });

  test('noFeaturesInCircles', () => {
    const files = made({
      'src/state/a/feature.ts': `import type { B } from '../b/model.ts';\n${declared('a')}`,
      'src/state/b/feature.ts': declared('b'),
      'src/state/a/model.ts': '',
      'src/state/b/model.ts': `import { a } from '../a/model.ts';`,
      'src/state/a/enter.ts': `import type { State } from '../root/state.ts'; import { left } from '../b/leave.ts';`,
      'src/state/b/leave.ts': `import { found } from './find.ts'; import { a } from '../a/model.ts';`,
      'src/state/b/find.ts': `import type { State } from '../root/state.ts'; import { entered } from '../a/enter.ts';`,
      'src/state/root/features.ts': `import { a } from '../a/a.ts'; import { b } from '../b/b.ts';`,
      'src/state/a/a.ts': `import { left } from '../b/leave.ts';`,
      'src/state/b/b.ts': `import { entered } from '../a/enter.ts';`,
      'src/state/a/effects.ts': `import { answered } from '../b/effects.ts';`,
      'src/state/b/effects.ts': '',
    });
    expect(featureArchitecture.noFeaturesInCircles(files)).toEqual(['operations: a → b → a']);
    expect(
      featureArchitecture.noFeaturesInCircles(
        new Map([...files, ['src/state/b/effects.ts', `import { sent } from '../a/effects.ts';`]]),
      ),
    ).toEqual(['operations: a → b → a', 'update: a → b → a']);
    expect(
      featureArchitecture.noFeaturesInCircles(
        made({
          'src/state/a/model.ts': `import type { B } from '../b/model.ts';`,
          'src/state/b/model.ts': `import { a } from '../a/other.ts';`,
          'src/state/a/other.ts': '',
        }),
      ),
    ).toEqual(['model: a → b → a']);
  });

  test('onlyTheRegistryTakesFeatures', () => {
    const files = made({
      'src/state/a.ts': `export const a: Feature<'a'> = {};\nexport const other = 1;`,
      'src/state/b.ts': `import { other } from './a.ts';\nexport const b: Feature<'b'> = {};`,
      'src/state/c/c.ts': `import {\n  a,\n  other,\n} from '../a.ts';\nexport const c: Feature<'c'> = {};`,
      'src/state/root/features.ts': `import { a } from '../a.ts'; import { b } from '../b.ts';`,
    });
    expect(featureArchitecture.onlyTheRegistryTakesFeatures(files)).toEqual([
      'src/state/c/c.ts takes the handlers of src/state/a.ts, which are for src/state/root/features.ts alone',
    ]);
  });

  test('noForeignSliceWrites', () => {
    const files = made({
      'src/state/root/state.ts': `const a = { ...state, marks: 1 };`,
      'src/state/change/runs/feature.ts': declared('runs'),
      'src/state/fleet/marks/feature.ts': `${declared('marks')}const a = { ...state, marks: { ...state.marks, b: 1 } };`,
      'src/state/shell/help.ts': `${declared('help')}const a = { ...state, help: 1, marks: 1 };`,
      'src/state/fleet/filter/public.ts': `function f(entered: State) { return { ...entered, marks: null }; }`,
      'src/state/removal/deletion/update.ts': `const a = { ...state, runs: 1, screen: {}, ...filtered };`,
      'src/state/change/runs/update.ts': `const a = { ...state, runs: 1 };`,
      'src/state/fleet/list/update.ts': `const marks = { ...next.marks, b: 1 }; const c = { ...overlay, marks: 1 };`,
      'src/state/fleet/list/reading.ts': `const d = { ...state, requests: { backoff: null } };`,
      'src/state/shell/help-and-palette.ts': `const c = { ...overlay, marks: { ...overlay.marks, row: 1 } };`,
      'src/screens/list/list.tsx': `const d = <A state={{ ...state, marks }} />;`,
      'test/state/a.test.ts': `const d = { ...state, marks };`,
    });
    expect(featureArchitecture.noForeignSliceWrites(files)).toEqual([
      'src/state/shell/help.ts writes marks, which is of src/state/fleet/marks',
      'src/state/fleet/filter/public.ts writes marks, which is of src/state/fleet/marks',
      'src/state/removal/deletion/update.ts writes runs, which is of src/state/change/runs',
      'src/state/fleet/list/update.ts writes marks, which is of src/state/fleet/marks',
      'src/state/fleet/list/reading.ts writes requests, which is of src/state/session/backoff',
    ]);
  });

  test('noCrowdedFolders', () => {
    const paths = (folder: string, count: number): [string, string][] =>
      Array.from({ length: count }, (_, at) => [`${folder}/${at}.ts`, '']);
    const files = new Map([
      ...paths('src/a', 21),
      ...paths('src/b', 20),
      ...paths('src/b/c', 20),
      ...paths('test', 21),
    ]);
    expect(featureArchitecture.noCrowdedFolders(files)).toEqual(['src/a has 21 files, more than 20']);
  });

  test('noLongFiles', () => {
    const files = made({ 'src/a.ts': 'x\n'.repeat(400), 'test/b.ts': 'x\n'.repeat(401) });
    expect(architecture.noLongFiles(files)).toEqual(['test/b.ts has 401 lines, more than 400']);
  });

  test('noBarrels', () => {
    const files = made({ 'src/state/index.ts': '', 'src/state/id-index.ts': '' });
    expect(architecture.noBarrels(files)).toEqual(['src/state/index.ts is named after no question']);
  });

  test('onlyCleanMakesClean', () => {
    const files = made({ 'src/screens/text/clean.ts': 'x as Clean', 'src/screens/text/fit.ts': 'x as Clean;' });
    expect(architecture.onlyCleanMakesClean(files)).toEqual(['src/screens/text/fit.ts makes Clean by itself']);
  });

  test('noDefaultInReduce', () => {
    const text = 'switch (x) {\n  default:\n}';
    const files = made({
      'src/state/root/reduce.ts': text,
      'src/state/fleet/marks/update.ts': text,
      'src/state/filter.ts': text,
      'src/state/reduce-run.ts': 'default',
    });
    expect(architecture.noDefaultInReduce(files)).toEqual([
      'src/state/root/reduce.ts has a switch with a default',
      'src/state/fleet/marks/update.ts has a switch with a default',
    ]);
  });

  test('noClockBelowApp', () => {
    const given = 'new Date(now)';
    const files = made({
      'src/state/a.ts': 'Date.now()',
      'src/api/b.ts': 'new Date()',
      'src/screens/c.tsx': 'performance.now()',
      'src/state/d.ts': 'Math.random()',
      'src/app/e.ts': 'Date.now()',
      'src/screens/f.ts': given,
    });
    expect(architecture.noClockBelowApp(files)).toEqual(
      ['src/state/a.ts', 'src/api/b.ts', 'src/screens/c.tsx', 'src/state/d.ts'].map(
        (path) => `${path} asks for the time or for chance by itself`,
      ),
    );
  });

  test('onlyChildStartsPrograms', () => {
    const text = `import { spawn } from 'node:child_process';`;
    const files = made({
      'src/app/process/child.ts': text,
      'src/app/a.ts': text,
      'src/app/b.ts': `import type { ChildProcess } from 'node:child_process';`,
    });
    expect(architecture.onlyChildStartsPrograms(files)).toEqual(['src/app/a.ts starts programs by itself']);
  });

  test('noConsole', () => {
    const text = `console.log('x')`;
    const files = made({ 'src/app/a.ts': text, 'src/demo/main.ts': text, 'src/api/a.ts': text, 'test/a.ts': text });
    expect(architecture.noConsole(files)).toEqual(['src/api/a.ts writes to the console']);
  });
});

function declared(name: string): string {
  return `declare module '../../root/state.ts' {\n  interface Features {\n    readonly ${name}: Feature;\n  }\n}\n`;
}

function made(files: Record<string, string>): Files {
  return new Map(Object.entries(files));
}

function readFiles(...folders: string[]): Files {
  const paths = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path).replaceAll('\\', '/')),
  );
  return new Map(paths.filter((path) => /\.tsx?$/.test(path)).map((path) => [path, readFileSync(path, 'utf8')]));
}
