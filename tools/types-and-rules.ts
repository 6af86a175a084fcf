/**
 * Checks the types and the rules of one half of the files: `test`, or the rest. One program answers both, where tsc and
 * ESLint would each read and check everything. A later run looks only at changed files.
 */
import { relative } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';

const half = process.argv[2] === 'test' ? 'test' : 'rest';
const cache = 'node_modules/.cache';

const formatHost: ts.FormatDiagnosticsHost = {
  getCanonicalFileName: (path) => path,
  getCurrentDirectory: () => process.cwd(),
  getNewLine: () => '\n',
};
const config = ts.getParsedCommandLineOfConfigFile(
  'tsconfig.json',
  { tsBuildInfoFile: `${cache}/types-${half}.json` },
  {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic(diagnostic) {
      throw new Error(ts.formatDiagnostic(diagnostic, formatHost));
    },
  },
);
if (config === undefined) throw new Error('tsconfig.json is missing.');

const paths = config.fileNames.filter((path) => relative('test', path).startsWith('..') === (half === 'rest'));
const isOfHalf = new Set(paths);
const builder = ts.createIncrementalProgram({
  rootNames: paths,
  options: config.options,
  createProgram: ts.createSemanticDiagnosticsBuilderProgram,
});
const program = builder.getProgram();
// Files of the other half are known here by their types alone: their own mistakes are its answer.
while (builder.getSemanticDiagnosticsOfNextAffectedFile(undefined, ({ fileName }) => !isOfHalf.has(fileName)));
const mistakes = [
  ...config.errors,
  ...builder.getOptionsDiagnostics(),
  ...builder.getGlobalDiagnostics(),
  ...paths.flatMap((path) => {
    const file = builder.getSourceFile(path);
    return [...builder.getSyntacticDiagnostics(file), ...builder.getSemanticDiagnostics(file)];
  }),
];
builder.emit();
process.stdout.write(ts.formatDiagnosticsWithColorAndContext(mistakes, formatHost));

const eslint = new ESLint({
  ignorePatterns: half === 'test' ? [] : ['test/'],
  overrideConfig: {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      // The cache keeps the configuration as JSON, and a program has no end.
      parserOptions: { projectService: false, programs: Object.assign([program], { toJSON: () => half }) },
    },
  },
  cache: true,
  cacheLocation: `${cache}/rules-${half}`,
  cacheStrategy: 'content',
});
const results = await eslint.lintFiles(half === 'test' ? 'test' : '.');
process.stdout.write(await (await eslint.loadFormatter()).format(results));
const isClean = results.every(({ errorCount, warningCount }) => errorCount + warningCount === 0);
process.exitCode = mistakes.length === 0 && isClean ? 0 : 1;
