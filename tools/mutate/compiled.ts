/** Asks the compiler which mistakes it refuses. */
import { join } from 'node:path';
import ts from 'typescript';

/** Answers whether a file of the checkout would still compile with this text; the other files are as they are. */
export function compilerOf(root: string): (file: string, text: string) => boolean {
  // A name that is used no longer would be told for a dropped statement, too.
  const options = { incremental: false, noUnusedLocals: false, noUnusedParameters: false };
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const config = ts.getParsedCommandLineOfConfigFile(join(root, 'tsconfig.json'), options, host);
  if (config === undefined) throw new Error('tsconfig.json cannot be read.');
  let changed = { path: '', text: '', version: 0 };
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getScriptFileNames: () => config.fileNames.filter((name) => name.startsWith(join(root, 'src/'))),
    getScriptVersion: (name) => (name === changed.path ? String(changed.version) : '0'),
    getScriptSnapshot: (name) => {
      const text = name === changed.path ? changed.text : ts.sys.readFile(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => config.options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
  });
  return (file, text) => {
    changed = { path: join(root, file), text, version: changed.version + 1 };
    return service.getSemanticDiagnostics(changed.path).length === 0;
  };
}
