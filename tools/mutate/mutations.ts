/** Finds what could be wrong in a source file, and writes the file so that each mistake can be switched on. */
import ts from 'typescript';

/** A mistake: `text` in the place of an expression, a statement that is not reached, a body that returns at once. */
export interface Mutation {
  readonly kind: 'operator' | 'condition' | 'side' | 'statement' | 'literal' | 'returns' | 'part' | 'await';
  readonly says: string;
  readonly line: number;
  readonly how: 'expression' | 'statement' | 'body';
  readonly text: string;
  /** Its place in the file. */
  readonly start: number;
  readonly end: number;
  /** Outside of any function: it acts once, where its module is loaded. */
  readonly isStatic: boolean;
  /** A promise that nobody waits for: the linter refuses it. */
  readonly isFloating?: true;
}

const swapped: Readonly<Record<string, string>> = {
  ...{ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*', '<': '<=', '<=': '<', '>': '>=', '>=': '>' },
  ...{ '===': '!==', '!==': '===', '&&': '||', '||': '&&', '+=': '-=', '-=': '+=' },
};

const sided = new Set(['&&', '||', '??']);

const empty: Readonly<Record<string, string>> = { boolean: 'false', string: `''`, number: '0' };

/** The name of the switch in a rewritten file. */
const isOn = '$isOn';

function parsed(path: string, text: string): ts.SourceFile {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
}

/** Everything in the file that could be wrong, in its order. */
export function mutationsIn(path: string, text: string): readonly Mutation[] {
  const source = parsed(path, text);
  const all: Mutation[] = [];
  const visit = (node: ts.Node, isStatic: boolean): void => {
    if (isWithoutEffect(node)) return;
    const start = node.getStart();
    const line = source.getLineAndCharacterOfPosition(start).line + 1;
    for (const of of mutationsOf(node)) all.push({ ...of, line, start, end: node.end, isStatic });
    node.forEachChild((child) => {
      visit(child, isStatic && !ts.isFunctionLike(node));
    });
  };
  visit(source, true);
  return all;
}

/** Types, names of modules, and the words of a bug. */
function isWithoutEffect(node: ts.Node): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return true;
  if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return true;
  if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) return true;
  return ts.isNewExpression(node) && node.expression.getText() === 'Error';
}

type Found = Pick<Mutation, 'kind' | 'says' | 'how' | 'text' | 'isFloating'>;

function instead(kind: Mutation['kind'], node: ts.Node, text: string, says?: string): Found {
  return { kind, says: says ?? `${short(node.getText())} → ${short(text)}`, how: 'expression', text };
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}

/** A mutation differs from what it replaces. */
function mutationsOf(node: ts.Node): readonly Found[] {
  return foundAt(node).filter(({ how, text }) => how !== 'expression' || text !== node.getText());
}

function foundAt(node: ts.Node): readonly Found[] {
  const { parent } = node;
  if (ts.isSourceFile(node)) return [];
  if (ts.isBlock(node)) return ts.isFunctionLike(parent) ? ofBody(node, parent) : [];
  const isBody = ts.isArrowFunction(parent) && node === parent.body;
  const found = [...ofCondition(node), ...ofKind(node)];
  return isBody ? [...found, instead('returns', node, emptyOf(parent))] : found;
}

function ofKind(node: ts.Node): readonly Found[] {
  const { parent } = node;
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isPrefixUnaryExpression(node) || ts.isPostfixUnaryExpression(node)) return ofUnary(node);
  if (ts.isAwaitExpression(node)) {
    const one = instead('await', node, node.expression.getText());
    return [ts.isExpressionStatement(parent) ? { ...one, isFloating: true } : one];
  }
  if (ts.isArrayLiteralExpression(node)) return ofList(node, node.elements, '[', ']');
  if (ts.isObjectLiteralExpression(node)) return ofList(node, node.properties, '{', '}');
  return ts.isExpressionStatement(node) ? ofStatement(node) : ofLiteral(node);
}

function ofBinary(node: ts.BinaryExpression): readonly Found[] {
  const { left, right } = node;
  const sign = node.operatorToken.getText();
  const other = swapped[sign];
  const found: Found[] = [];
  // `a || b && c` must not become `a && b && c`.
  const sides = (by: string): string =>
    sided.has(sign) ? `(${left.getText()}) ${by} (${right.getText()})` : `${left.getText()} ${by} ${right.getText()}`;
  if (other !== undefined) found.push(instead('operator', node, sides(other)));
  if (sided.has(sign)) {
    found.push(instead('side', node, left.getText()), instead('side', node, right.getText()));
  }
  return found;
}

function ofUnary(node: ts.PrefixUnaryExpression | ts.PostfixUnaryExpression): readonly Found[] {
  const text = node.getText();
  if (node.operator === ts.SyntaxKind.ExclamationToken) {
    return [instead('operator', node, node.operand.getText())];
  }
  if (node.operator === ts.SyntaxKind.PlusPlusToken) return [instead('operator', node, text.replace('++', '--'))];
  if (node.operator === ts.SyntaxKind.MinusMinusToken) return [instead('operator', node, text.replace('--', '++'))];
  return [];
}

function ofCondition(node: ts.Node): readonly Found[] {
  const { parent } = node;
  const isTested =
    (ts.isIfStatement(parent) && node === parent.expression) ||
    (ts.isConditionalExpression(parent) && node === parent.condition);
  if (!isTested) return [];
  const isGuard = ts.isIfStatement(parent) && parent.elseStatement === undefined && isExit(parent.thenStatement);
  const never = instead('condition', node, 'false', isGuard ? `dropped: ${short(parent.getText())}` : undefined);
  return [instead('condition', node, 'true'), never];
}

function isExit(node: ts.Statement): boolean {
  if (ts.isBlock(node)) return node.statements.length === 1 && node.statements.every(isExit);
  return ts.isReturnStatement(node) || ts.isThrowStatement(node) || ts.isContinueStatement(node);
}

function ofLiteral(node: ts.Node): readonly Found[] {
  const { parent } = node;
  if (ts.isJsxAttribute(parent) || ts.isTaggedTemplateExpression(parent)) return [];
  if (('name' in parent && parent.name === node) || ts.isBindingElement(parent)) return [];
  if (ts.isNumericLiteral(node)) return [instead('literal', node, `${node.getText()} + 1`)];
  if (ts.isStringLiteralLike(node)) return [instead('literal', node, node.text === '' ? `'changed'` : `''`)];
  if (ts.isTemplateExpression(node)) return [instead('literal', node, `''`)];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [instead('literal', node, 'false')];
  return node.kind === ts.SyntaxKind.FalseKeyword ? [instead('literal', node, 'true')] : [];
}

function ofList(node: ts.Expression, parts: ts.NodeArray<ts.Node>, open: string, close: string): readonly Found[] {
  if (isAssignedTo(node)) return [];
  return parts.map((left) => {
    const text = parts.filter((part) => part !== left).map((part) => part.getText());
    return instead('part', node, `${open} ${text.join(', ')} ${close}`, `without ${short(left.getText())}`);
  });
}

/** A pattern on the left of `=` looks like a list. */
function isAssignedTo(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isBinaryExpression(parent) && parent.left === node) {
    return parent.operatorToken.kind === ts.SyntaxKind.EqualsToken;
  }
  if (ts.isForOfStatement(parent)) return parent.initializer === node;
  const isInside = ts.isArrayLiteralExpression(parent) || ts.isPropertyAssignment(parent);
  return isInside && isAssignedTo(ts.isPropertyAssignment(parent) ? parent.parent : parent);
}

function ofStatement(node: ts.ExpressionStatement): readonly Found[] {
  const { expression } = node;
  const isNeeded =
    ts.isStringLiteral(expression) ||
    ts.isSatisfiesExpression(expression) ||
    (ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.SuperKeyword);
  if (isNeeded) return [];
  return [{ kind: 'statement', says: `dropped: ${short(node.getText())}`, how: 'statement', text: '' }];
}

function ofBody(node: ts.Block, of: ts.SignatureDeclaration): readonly Found[] {
  if (node.statements.length === 0 || ts.isConstructorDeclaration(of)) return [];
  const text = emptyOf(of);
  const name = of.name?.getText() ?? '(function)';
  return [{ kind: 'returns', says: `${name} returns ${text}`, how: 'body', text }];
}

/** An answer of the function's type that says nothing. */
function emptyOf({ type }: ts.SignatureDeclaration): string {
  const text = type?.getText() ?? '';
  if (/\[\]$|^(?:Readonly)?Array</.test(text)) return '[]';
  return empty[text] ?? (/\bnull$/.test(text) ? 'null' : 'undefined');
}

/** The file with these mutations behind their switches: each by its number. `on` is on where the environment is silent. */
export function switchable(path: string, text: string, chosen: ReadonlyMap<number, Mutation>, on = 0): string {
  const source = parsed(path, text);
  const at = new Map<string, [number, Mutation][]>();
  for (const one of chosen) {
    const place = placeOf(one[1].how, one[1].start, one[1].end);
    at.set(place, [...(at.get(place) ?? []), one]);
  }
  const written = (node: ts.Node): string => {
    const start = node.getStart();
    let inner = '';
    let from = start;
    node.forEachChild((child) => {
      inner += text.slice(from, child.getStart()) + written(child);
      from = child.end;
    });
    inner += text.slice(from, node.end);
    const how = ts.isExpressionStatement(node) ? 'statement' : ts.isBlock(node) ? 'body' : 'expression';
    return (at.get(placeOf(how, start, node.end)) ?? []).reduce(behindSwitch, inner);
  };
  return `${text.slice(0, source.getStart())}${written(source)}\n${switchText(on)}`;
}

/** The file with this one mistake, as a person would make it. */
export function mistaken(text: string, { how, start, end, text: instead }: Mutation): string {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (how === 'statement') return `${before}{}${after}`;
  return how === 'body' ? `${before}{ return ${instead}; }${after}` : `${before}(${instead})${after}`;
}

function placeOf(how: Mutation['how'], start: number, end: number): string {
  return `${how} ${start} ${end}`;
}

function behindSwitch(inner: string, [number, { how, text }]: readonly [number, Mutation]): string {
  if (how === 'statement') return `{ if (!${isOn}(${number})) ${inner} }`;
  if (how === 'body') return `{ if (${isOn}(${number})) return ${text}; ${inner.slice(1)}`;
  return `(${isOn}(${number}) ? (${text}) : (${inner}))`;
}

/** In each file: it is hoisted, whoever loads the file first. A loop that a mutation makes endless is ended. */
const switchText = (on: number): string => `
function ${isOn}(number: number): boolean {
  const asked = Number(process.env.ROLLCALL_MUTATION ?? ${on});
  const all = ((globalThis as any).rollcallMutations ??= { on: asked, times: new Map() });
  const times = (all.times.get(number) ?? 0) + 1;
  all.times.set(number, times);
  if (all.on === number && times > 3e6) throw new Error('endless');
  return all.on === number;
}
`;
