/** Finds the imports between files, and whether each takes values or only types. */
import { posix } from 'node:path';
import ts from 'typescript';

/** The text of source files by path, with `/` between folders. */
export type Files = ReadonlyMap<string, string>;

export interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

/** Every import of one file by another: static, re-exported, dynamic or in a type. Packages are left out. */
export function importsOf(files: Files): Import[] {
  return [...files].flatMap(([from, text]) =>
    specifiersIn(from, text).map(({ specifier, isType }) => ({
      from,
      to: posix.join(posix.dirname(from), specifier),
      isType,
    })),
  );
}

interface Specifier {
  readonly specifier: string;
  readonly isType: boolean;
}

/** Each text is parsed once: every check asks for the same ones, and parsing is slow. */
const known = new Map<string, readonly Specifier[]>();

function specifiersIn(path: string, text: string): readonly Specifier[] {
  const before = known.get(text);
  if (before !== undefined) return before;
  const found: Specifier[] = [];
  const note = (specifier: ts.Node | undefined, isType: boolean): void => {
    if (specifier === undefined || !ts.isStringLiteral(specifier) || !specifier.text.startsWith('.')) return;
    found.push({ specifier: specifier.text, isType });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) note(node.moduleSpecifier, takesOnlyTypes(node.importClause));
    else if (ts.isExportDeclaration(node)) note(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node))
      note(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      note(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, withImports(text), ts.ScriptTarget.Latest));
  known.set(text, found);
  return found;
}

/** The beginning of a text, up to its last import: the rest is long, and has none. */
function withImports(text: string): string {
  if (text.includes('import(')) return text;
  const ends = [...text.matchAll(/^(?:import|export|\}) ?.*'[^']+';$/gm)].map(
    ({ 0: line, index }) => index + line.length,
  );
  return text.slice(0, ends.at(-1) ?? 0);
}

function takesOnlyTypes(clause: ts.ImportClause | undefined): boolean {
  if (clause === undefined) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const { name, namedBindings } = clause;
  if (name !== undefined || namedBindings === undefined || !ts.isNamedImports(namedBindings)) return false;
  return namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}

/** Circles among nodes that lead to others: each once, from its first node to that again. */
export function circlesIn(targets: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const follow = (node: string, path: readonly string[]): void => {
    if (path.includes(node)) circles.push([...path.slice(path.indexOf(node)), node].join(' → '));
    if (done.has(node) || path.includes(node)) return;
    for (const to of targets.get(node) ?? []) follow(to, [...path, node]);
    done.add(node);
  };
  for (const node of targets.keys()) follow(node, []);
  return circles;
}
