/** Why a text is no definition: a web page, YAML, cut off, or not JSON from a character on. */
import type { DefinitionFault } from './definition.ts';

/** Of a text that `JSON.parse` refuses. */
export function faultOf(text: string): DefinitionFault {
  if (/^\s*</.test(text)) return { kind: 'web page', title: titleOf(text) };
  if (yamlStart.test(text.slice(0, longestStart))) return { kind: 'yaml' };
  const at = faultyCharacterOf(text);
  return { kind: 'not json', at, isCutOff: at === text.length };
}

/** Comments and the start of a document, then a name. */
const yamlStart = /^(?:[ \t]*(?:#[^\n]*|---[^\n]*|%YAML[^\n]*)?\r?\n)*["']?[A-Za-z][\w-]*["']?[ \t]*:(?:[ \t]|\r?\n)/;

/** What a page calls itself; null where it does not. */
function titleOf(page: string): string | null {
  const title = /<title[^>]{0,200}>([^<]{0,500})/i.exec(page.slice(0, 20_000))?.[1];
  return title?.replace(/\s+/g, ' ').trim() || null;
}

/** YAML shows within these characters. */
const longestStart = 10_000;

const blanks = ' \t\r\n';
const plainText = /[ !#-[\]-\uffff]*/y;
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const scalar = /true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** The beginning of each of these, which more text could have made whole. */
const begun =
  /(?:-|-?(?:0|[1-9]\d*)(?:\.|(?:\.\d+)?[eE][+-]?)|t|tr|tru|f|fa|fal|fals|n|nu|nul|\\|\\u[\da-fA-F]{0,3})$/y;

/** The first character that JSON does not have there; the length of the text where it only ends too early. */
function faultyCharacterOf(text: string): number {
  /** What closes each list and object that is open. */
  const open: string[] = [];
  let at = 0;
  const skip = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    const length = pattern.exec(text)?.[0].length ?? -1;
    at += Math.max(length, 0);
    return length > 0;
  };
  const is = (character: string): boolean => {
    if (text[at] !== character) return false;
    at += 1;
    return true;
  };
  const skipBlank = (): void => {
    while (at < text.length && blanks.includes(text.charAt(at))) at += 1;
  };
  const took = (character: string): boolean => {
    skipBlank();
    return is(character);
  };
  const fault = (): number => {
    begun.lastIndex = at;
    return begun.test(text) ? text.length : at;
  };
  const tookText = (): boolean => {
    if (!took('"')) return false;
    do skip(plainText);
    while (skip(escaped));
    return is('"');
  };
  const tookName = (): boolean => tookText() && took(':');
  for (;;) {
    skipBlank();
    if (took('{')) {
      if (!took('}')) {
        open.push('}');
        if (!tookName()) return fault();
        continue;
      }
    } else if (took('[')) {
      if (!took(']')) {
        open.push(']');
        continue;
      }
    } else if (text[at] === '"' ? !tookText() : !skip(scalar)) return fault();
    for (;;) {
      const closing = open.at(-1);
      if (closing === undefined) {
        skipBlank();
        return at;
      }
      if (took(closing)) {
        open.pop();
        continue;
      }
      if (!took(',') || (closing === '}' && !tookName())) return fault();
      break;
    }
  }
}
