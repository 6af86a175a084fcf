/** Which of the systems that are here match what was typed? The service is not asked. */
import type { System } from '../api/system.ts';
import { ageOf, dayMs, isConnected, isStale } from './staleness.ts';

/** What a filter may look at besides the system. */
export interface FilterContext {
  readonly now: number;
  readonly days: number;
  readonly isMarked: (systemId: string) => boolean;
}

type Test = (system: System, context: FilterContext) => boolean;

/** Words that all must match; a `-` in front turns one round: `state:disconnected -tag:prod os:linux till`. */
export interface Filter {
  readonly text: string;
  readonly tests: readonly Test[];
  /** Its answer moves with the marks. */
  readonly usesMarks: boolean;
  /** Its answer moves with the threshold. */
  readonly usesThreshold: boolean;
  /** Its answer moves with the time. */
  readonly usesClock: boolean;
}

export const noFilter: Filter = { text: '', tests: [], usesMarks: false, usesThreshold: false, usesClock: false };

/** Any text is a filter: a word of no known field is looked for in names, ids, descriptions, keys and tags. */
export function readFilter(text: string): Filter {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return {
    text: text.trim(),
    tests: words.map(readWord),
    usesMarks: words.some((word) => /^-*is:marked$/i.test(word)),
    usesThreshold: words.some((word) => /^-*is:stale$/i.test(word)),
    usesClock: words.some((word) => /^-*(is:stale$|seen:)/i.test(word)),
  };
}

export function matches(filter: Filter, system: System, context: FilterContext): boolean {
  return filter.tests.every((test) => test(system, context));
}

function readWord(word: string): Test {
  if (word.length > 1 && word.startsWith('-')) {
    const test = readWord(word.slice(1));
    return (system, context) => !test(system, context);
  }
  const colon = word.indexOf(':');
  const wanted = word.slice(colon + 1).toLowerCase();
  const name = word.slice(0, Math.max(0, colon)).toLowerCase();
  // `constructor:` is a word like any other.
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  return field === undefined || wanted === '' ? anywhere(word.toLowerCase()) : field(wanted);
}

const fields: Readonly<Record<string, (wanted: string) => Test>> = {
  state: (wanted) => (system) => contains(system.state, wanted),
  key: (wanted) => (system) => contains(system.enrolmentKeyDescription, wanted),
  os: (wanted) => (system) => contains(system.platformType, wanted) || contains(system.osVersion, wanted),
  tag: (wanted) => (system) => system.tags.some((tag) => contains(tag, wanted)),
  is: readIs,
  seen: (wanted) => {
    const match = /^([<>])(\d+)d?$/.exec(wanted);
    if (match === null) return () => false;
    const limit = Number(match[2]) * dayMs;
    return (system, { now }) => {
      const age = ageOf(system, now);
      return age.kind === 'seen' && (match[1] === '>' ? age.ms > limit : age.ms < limit);
    };
  },
};

function readIs(wanted: string): Test {
  switch (wanted) {
    case 'stale':
      return (system, { days, now }) => isStale(system, days, now);
    case 'marked':
      return (system, { isMarked }) => isMarked(system.systemId);
    case 'connected':
      return isConnected;
    case 'disabled':
      return (system) => system.isEnabled === false;
    case 'never':
      return (system) => system.lastSeen === null;
    default:
      return () => false;
  }
}

function anywhere(wanted: string): Test {
  return (system) =>
    contains(system.hostname, wanted) ||
    contains(system.systemId, wanted) ||
    contains(system.description, wanted) ||
    contains(system.enrolmentKeyDescription, wanted) ||
    contains(system.platformType, wanted) ||
    contains(system.state, wanted) ||
    system.tags.some((tag) => contains(tag, wanted));
}

function contains(text: string | null, wanted: string): boolean {
  return text?.toLowerCase().includes(wanted) ?? false;
}
