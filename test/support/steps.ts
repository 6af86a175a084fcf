/** Counts what a function does to a text without a clock: steps of its patterns, and characters that it searches. */
import { type AST, RegExpParser } from '@eslint-community/regexpp';

export interface Steps {
  /** Looks at a character or a place, of patterns and searches. */
  readonly steps: number;
  /** The most places that a pattern remembered to come back to. V8 has room for some million. */
  readonly depth: number;
}

type Instruction =
  | { readonly op: 'one'; readonly width: (text: string, at: number) => number }
  | { readonly op: 'try'; readonly first: number; readonly then: number; readonly isCheap: boolean }
  | { readonly op: 'go'; readonly to: number }
  | { readonly op: 'loops'; readonly slot: number; readonly over: number | null }
  | { readonly op: 'if'; readonly holds: (text: string, at: number) => boolean }
  | { readonly op: 'look'; readonly program: Program; readonly isNegated: boolean };
type Program = readonly Instruction[];

const counted = { steps: 0, depth: 0 };

/** Where a match that begins at `at` ends; null where there is none. Backtracks in the order of the specification. */
function run(program: Program, text: string, at: number): number | null {
  const [head] = program;
  if (head?.op === 'one' && head.width(text, at) === 0) {
    counted.steps += 1;
    return null;
  }
  const left: { readonly next: number; readonly at: number; readonly isCheap: boolean }[] = [];
  const begins = new Map<number, number>();
  let [next, place, deep] = [0, at, 0];
  for (;;) {
    counted.steps += 1;
    const one = program[next];
    if (one === undefined) return place;
    let isOn = true;
    next += 1;
    if (one.op === 'go') next = one.to;
    else if (one.op === 'loops' && one.over === null) begins.set(one.slot, place);
    // An empty turn of a loop ends it.
    else if (one.op === 'loops') next = begins.get(one.slot) === place ? (one.over ?? next) : next;
    else if (one.op === 'try') {
      left.push({ next: one.then, at: place, isCheap: one.isCheap });
      deep += one.isCheap ? 0 : 1;
      counted.depth = Math.max(counted.depth, deep);
      next = one.first;
    } else if (one.op === 'one') {
      const width = one.width(text, place);
      isOn = width !== 0;
      place += width;
    } else if (one.op === 'if') isOn = one.holds(text, place);
    else isOn = (run(one.program, text, place) !== null) !== one.isNegated;
    if (isOn) continue;
    const back = left.pop();
    if (back === undefined) return null;
    deep -= back.isCheap ? 0 : 1;
    ({ next, at: place } = back);
  }
}

/** The program of a pattern. Characters and edges are judged by the engine itself, each alone. */
function programOf({ source, flags }: RegExp): Program {
  const [isUnicode, isSets] = [/[uv]/.test(flags), flags.includes('v')];
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, {
    unicode: isUnicode && !isSets,
    unicodeSets: isSets,
  });
  const own = flags.replaceAll(/[gyd]/g, '');
  let program: Instruction[] = [];
  let slots = 0;

  const characterAt = (text: string, at: number, isBack: boolean): string => {
    if (!isBack) return isUnicode ? String.fromCodePoint(...codes(text.codePointAt(at))) : text.charAt(at);
    const pair = isUnicode && at > 1 ? text.codePointAt(at - 2) : undefined;
    return pair !== undefined && pair > 0xffff ? text.slice(at - 2, at) : text.slice(Math.max(0, at - 1), at);
  };
  const widths = new Map<string, (text: string, at: number) => number>();
  const one = (raw: string, isBack: boolean): void => {
    const width = widths.get(`${isBack} ${raw}`) ?? widthOf(raw, isBack);
    widths.set(`${isBack} ${raw}`, width);
    program.push({ op: 'one', width });
  };
  const widthOf = (raw: string, isBack: boolean) => {
    const known = new Map<string, boolean>();
    const whole = new RegExp(`^(?:${raw})$`, own.replace('m', ''));
    return (text: string, at: number): number => {
      const character = characterAt(text, at, isBack);
      if (character === '') return 0;
      const is = known.get(character) ?? isWhole(whole, character);
      known.set(character, is);
      return is ? (isBack ? -character.length : character.length) : 0;
    };
  };
  /** Several characters by one name, such as an emoji. */
  const strings = (raw: string): void => {
    const sticky = new RegExp(raw, `${own}y`);
    program.push({ op: 'one', width: (text, at) => lengthAt(sticky, text, at) });
  };
  const choice = (alternatives: readonly AST.Alternative[], isBack: boolean): void => {
    const ends: number[] = [];
    for (const [place, { elements }] of alternatives.entries()) {
      const isLast = place === alternatives.length - 1;
      const start = program.length;
      if (!isLast) program.push({ op: 'go', to: 0 });
      for (const element of isBack ? elements.toReversed() : elements) add(element, isBack);
      if (isLast) continue;
      ends.push(program.length);
      program.push({ op: 'go', to: 0 });
      program[start] = { op: 'try', first: start + 1, then: program.length, isCheap: false };
    }
    for (const end of ends) program[end] = { op: 'go', to: program.length };
  };
  /** As often as its quantifier says; who leaves, leaves all further turns. */
  const repeat = ({ element, min, max, greedy }: AST.Quantifier, isBack: boolean): void => {
    for (let turn = 0; turn < min; turn += 1) add(element, isBack);
    const isCheap = isPlain(element);
    const starts: number[] = [];
    const slot = (slots += 1);
    for (let turn = min; turn < (max === Infinity ? min + 1 : max); turn += 1) {
      starts.push(program.length);
      program.push({ op: 'go', to: 0 }, { op: 'loops', slot, over: null });
      add(element, isBack);
    }
    const end = program.length + (max === Infinity ? 2 : 0);
    if (max === Infinity) program.push({ op: 'loops', slot, over: end }, { op: 'go', to: starts[0] ?? end });
    for (const start of starts) {
      const [first, then] = greedy ? [start + 1, end] : [end, start + 1];
      program[start] = { op: 'try', first, then, isCheap };
    }
  };
  const add = (node: AST.Element, isBack: boolean): void => {
    if (node.type === 'Character' || node.type === 'CharacterSet') {
      if (node.type === 'CharacterSet' && node.kind === 'property' && node.strings) strings(node.raw);
      else one(node.raw, isBack);
    } else if (node.type === 'CharacterClass' || node.type === 'ExpressionCharacterClass') one(node.raw, isBack);
    else if (node.type === 'Group' || node.type === 'CapturingGroup') choice(node.alternatives, isBack);
    else if (node.type === 'Quantifier') repeat(node, isBack);
    else if (node.type === 'Assertion' && (node.kind === 'lookahead' || node.kind === 'lookbehind')) {
      const outer = program;
      program = [];
      choice(node.alternatives, node.kind === 'lookbehind');
      outer.push({ op: 'look', program, isNegated: node.negate });
      program = outer;
    } else if (node.type === 'Assertion') {
      const edge = new RegExp(node.raw, `${own}y`);
      program.push({ op: 'if', holds: (text, at) => lengthAt(edge, text, at, true) === 0 });
    } else throw new Error(`No steps are known of ${node.raw}`);
  };
  choice(pattern.alternatives, false);
  return program;
}

/** Text of one length, without a group that is told of. V8 remembers the place of such a loop, and none of its turns. */
function isPlain(node: AST.Element): boolean {
  if (node.type === 'Group')
    return node.alternatives.length === 1 && node.alternatives[0]?.elements.every(isPlain) === true;
  if (node.type === 'Quantifier') return node.min === node.max && isPlain(node.element);
  return /Character/.test(node.type);
}

function codes(code: number | undefined): readonly number[] {
  return code === undefined ? [] : [code];
}

type Exec = (this: RegExp, text: string) => RegExpExecArray | null;
type Search<Found> = (this: string, wanted: string, from?: number) => Found;

const exec: Exec = Reflect.get(RegExp.prototype, 'exec');
const indexOf = Reflect.get(String.prototype, 'indexOf') as Search<number>;
const includes = Reflect.get(String.prototype, 'includes') as Search<boolean>;

function isWhole(pattern: RegExp, text: string): boolean {
  return Reflect.apply(exec, pattern, [text]) !== null;
}

/** Length of a match; none: 0, and -1 for an edge. */
function lengthAt(pattern: RegExp, text: string, at: number, isEdge = false): number {
  pattern.lastIndex = at;
  const match = Reflect.apply(exec, pattern, [text]);
  return match === null ? (isEdge ? -1 : 0) : match[0].length;
}

/** Characters to the next place where a match may begin. */
function widthAt({ unicode, unicodeSets }: RegExp, text: string, at: number): number {
  return (unicode || unicodeSets) && (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

const programs = new Map<string, Program>();

/** Throws where the steps lead elsewhere than the engine. */
function count(pattern: RegExp, text: string, from: number, match: RegExpExecArray | null): void {
  const key = String(pattern);
  const program = programs.get(key) ?? programOf(pattern);
  programs.set(key, program);
  let found: readonly number[] = [];
  for (let at = from; at <= text.length && found.length === 0; at += widthAt(pattern, text, at)) {
    const end = run(program, text, at);
    if (end !== null) found = [at, end];
    if (pattern.sticky) break;
  }
  const same = match === null ? [] : [match.index, match.index + match[0].length];
  if (found.join() !== same.join()) throw new Error(`The steps of ${key} lead elsewhere`);
}

/** Runs the work, whose patterns and searches are counted. Their matches are the engine's own, and compared. */
export function stepsOf(work: () => unknown): Steps {
  Object.assign(counted, { steps: 0, depth: 0 });
  let isCounting = false;
  const countedExec = function (this: RegExp, text: string): RegExpExecArray | null {
    const from = this.global || this.sticky ? this.lastIndex : 0;
    const match = Reflect.apply(exec, this, [text]);
    if (isCounting) return match;
    isCounting = true;
    count(this, text, from, match);
    isCounting = false;
    return match;
  };
  const countedIndexOf = function (this: string, wanted: string, from = 0): number {
    const at = Reflect.apply(indexOf, this, [wanted, from]);
    if (!isCounting) counted.steps += (at < 0 ? this.length : at) - from;
    return at;
  };
  const countedIncludes = function (this: string, wanted: string, from = 0): boolean {
    return Reflect.apply(countedIndexOf, this, [wanted, from]) >= 0;
  };
  Object.assign(RegExp.prototype, { exec: countedExec });
  Object.assign(String.prototype, { indexOf: countedIndexOf, includes: countedIncludes });
  try {
    work();
  } finally {
    Object.assign(RegExp.prototype, { exec });
    Object.assign(String.prototype, { indexOf, includes });
  }
  return { ...counted };
}
