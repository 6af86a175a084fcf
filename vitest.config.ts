import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { defineConfig } from 'vitest/config';

/** What needs no program and no process of its own: its files share one, which saves the start of some hundred. */
const units = ['test/{api,demo,screens,state}/**/*.test.{ts,tsx}'];

/** They set what is asked for once in a process: the colours of its terminal, its time zone. */
const alone = [
  'test/screens/{contrast,cursor,every-state,snapshots}.test.tsx',
  'test/screens/parts/{root-context,table}.test.tsx',
  'test/screens/text/quantities.test.ts',
];

/** Most of these run the program in their own process, one after the other. */
const stories = ['test/{app,explorer,stories}/**/*.test.ts'];

/** More of what the other tests do, or slow: `npm run test:all` runs it, and `npm test` says that it does not. */
export const long = [
  'test/api/{hostile-answers,token,openapi/hostile}.test.ts',
  'test/app/cli/print.test.ts',
  'test/app/commands/reports.test.ts',
  'test/app/session-log/full-disk.test.ts',
  'test/app/process/compiled-code.test.ts',
  'test/app/storage/together.test.ts',
  'test/app/tokens/token-command.test.ts',
  'test/bench/measurements.test.ts',
  'test/demo/{faults/outcomes,main}.test.ts',
  'test/docs/{broken-claims,tools/pictures}.test.ts',
  'test/{faults,hazards,kill}/**/*.test.ts',
  'test/explorer/{answers,api,api-change,changes,api-withheld,change-outcomes,definition,disabling,form}.test.ts',
  'test/explorer/{monkey,opened-alone,opened-and-left,request-records,request-safety,slashes}.test.ts',
  'test/packaging.test.ts',
  'test/packaging/lazy-{dependencies,segmenter}.test.ts',
  'test/screens/{contrast,every-state}.test.tsx',
  'test/screens/{explorer/doubled-words,text/clean,text/linear,text/sinks}.test.ts',
  'test/state/removal/deletion/{adversary,alive-properties}.test.ts',
  'test/state/explorer/{call/documents,definition/hostile}.test.ts',
  'test/state/change/request/nothing-leaves.test.ts',
  'test/state/removal/review/typing-ahead.test.ts',
  'test/stories/{added-feature,background,demo,dropped-line,editor,judging,kept-otherwise,leaving-elsewhere,leaving-plain,living-in,log,outcomes}.test.ts',
  'test/stories/{overview,own-commands,pane,plain,profiles,readable-records,searching,second-person,since-last-visit,sizes,slow-lines,slow-service,stopping,typing,views}.test.ts',
  'test/tools/{mutations,release}.test.ts',
];

/**
 * A person waits for these tests: of the runs of a property a quarter is made, which finds the mistakes of today. CI makes
 * all, and so do the long tests.
 */
const quick = { env: { PROPERTY_SHARE: process.env['CI'] === undefined ? '0.25' : '1' } };

/** Minutes of waiting in few lines: begun last, they would leave the other workers without work. */
const slowest =
  /test\/(?:docs\/broken-claims|kill\/\w+|hazards\/(?:monkey|deletion-interrupted)|explorer\/monkey|stories\/leaving-plain)\.test\.ts$/;

/** Where no run before has left its times, files go by their size: the slowest go first. */
class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const projects = [...new Set(sorted.map(({ project }) => project))];
    const place = ({ project, moduleId }: TestSpecification): number =>
      2 * projects.indexOf(project) + (slowest.test(moduleId) ? 0 : 1);
    return sorted.sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    // For a computer ten times as busy, and longer than any wait for the screen: a story that fails shows the screen.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 120_000 } },
    // Two more than a small machine has cores: some of them wait for programs, and for time to pass.
    maxWorkers: 4,
    sequence: { sequencer: SlowestFirst },
    projects: [
      {
        extends: true,
        test: {
          ...quick,
          ...{ name: 'units', include: units, exclude: [...alone, ...long], isolate: false },
          // They only compute: two at a time, and each of the two loads the program once.
          ...{ maxWorkers: 2, sequence: { groupOrder: 1 } },
        },
      },
      { extends: true, test: { ...quick, name: 'stories', include: stories, exclude: long, isolate: false } },
      {
        extends: true,
        test: {
          ...quick,
          name: 'programs',
          include: ['test/{bench,docs,packaging,support,tools}/**/*.test.ts', 'test/*.test.ts', ...alone],
          exclude: long,
        },
      },
      { extends: true, test: { name: 'long', include: long } },
    ],
  },
});
