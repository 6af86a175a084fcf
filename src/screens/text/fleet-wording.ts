/** Words about systems and their lists: marking stale systems, protection, incomplete lists, and unreadable fields. */
import type { Notice, State } from '../../state/root/state.ts';
import type { StaleMarked } from '../../state/fleet/marks/feature.ts';
import type { Of } from '../../state/root/feature.ts';
import type { UnknownAges } from '../../state/fleet/staleness/staleness.ts';
import { type Clean, clean } from './clean.ts';
import { brief, clip, quoteText } from './fit.ts';
import { age, count, plural, progressBar, span } from './quantities.ts';
import type { Guard } from '../../state/fleet/protection/guards.ts';
import { maxHeld } from '../../api/paging/next-link.ts';
import { maxPagesByParameter } from '../../api/paging/envelope.ts';
import type { LinkFault, Problem, UntrustedLink } from '../../api/problem.ts';
import { type Incompleteness, isComplete, type Scan } from '../../state/fleet/list/scan.ts';
import { currentScan } from '../../state/fleet/list/listing.ts';
import type { UnreadCounts } from '../../state/fleet/systems/compare.ts';

/** Limit of characters for a key's or tag's name. */
const maxNameLength = 24;

/** Limit of characters for a time; a longer text cannot be one. */
const maxTimeLength = 32;

/** `3 of 540 systems have unreadable times ("…")`, without a full stop. */
export function unknownAgeWords({ count: unknown, of, example }: UnknownAges): Clean {
  const some = `${count(unknown)} of ${plural(of, 'system')}`;
  if (example === null) return clean(`${some} ${unknown === 1 ? 'has' : 'have'} no time to count from`);
  const quote = `"${clip(clean(example), maxTimeLength)}"`;
  return clean(`${some} ${unknown === 1 ? 'has an unreadable time' : 'have unreadable times'} (${quote})`);
}

/** For a cell: `3`, or `3+12?` if the ages of twelve more are not known. */
export function staleCell(stale: number, unknown: number): Clean {
  return clean(unknown === 0 ? count(stale) : `${count(stale)}+${count(unknown)}?`);
}

const minuteMs = 60_000;

/** A watched system connected: when, as far as its record tells, and what else that did. */
export function connectedSentence({ name, at, isUnmarked }: Of<Notice, 'watchedConnected'>, now: number): Clean {
  const ms = at === null ? null : Math.max(0, now - at);
  const when = ms === null ? '' : ` ${ms < minuteMs ? `${Math.floor(ms / 1000)} s` : age(ms)} ago`;
  return clean(`${name} connected${when}${isUnmarked ? ': unmarked' : ''}. W no longer watches it.`);
}

/** The number of marked systems, surprises among them, and the next key. */
export function staleMarkedSentence(marked: StaleMarked): Clean {
  const { count: stale, days, of, passedOver, leftOut, unknown, disabled, hidden, isShowingDisabled } = marked;
  const odd = unknown === null ? '' : ` Unknown age: ${count(unknown.count)}.`;
  const over = `${passedOver === 0 ? '' : ` ${count(passedOver)} listed under two names: not marked.`}${odd}`;
  const out = leftOut === 0 ? '' : ` ${count(leftOut)} disabled left out (a setting).`;
  if (stale === 0 && unknown !== null) {
    const known = unknown.count < unknown.of ? `No known age is over ${count(days)} d` : 'Nothing marked';
    return clean(`${known}: ${unknownAgeWords(unknown)}.${out}`);
  }
  if (stale === 0) return clean(`No system is stale (over ${count(days)} d). S shows other thresholds.${out}${over}`);
  // Marking has made hidden disabled systems visible, which the notice must mention.
  if (isShowingDisabled && disabled > 0 && hidden === 0) {
    const shown = `${count(stale)} marked, ${count(disabled)} of them disabled: now shown`;
    return clean(`${shown}. H hides and unmarks them.${out}${over}`);
  }
  const name = of === null ? `stale over ${count(days)} d` : `stale, ${clip(clean(of), maxNameLength)}`;
  const parts = [
    ...(disabled === 0 ? [] : [`, ${count(disabled)} of them disabled`]),
    ...(hidden === 0 ? [] : [`, ${count(hidden)} hidden by the filter`]),
  ];
  return clean(`${count(stale)} marked: ${name}${parts.join('')}. d reviews, u undoes.${out}${over}`);
}

/** Nothing is marked yet: pressing the key again marks the disabled systems. */
export function onlyDisabledSentence({ count: disabled, isAnyEnabledStale }: Of<Notice, 'onlyDisabledStale'>): Clean {
  const what = isAnyEnabledStale
    ? `Only ${count(disabled)} disabled ${disabled === 1 ? 'system' : 'systems'} would be added.`
    : `Only disabled systems are stale: ${count(disabled)}.`;
  const key = disabled === 1 ? 'it' : 'them';
  return clean(`${what} s marks ${key}, H hides ${key}.`);
}

// The reason why a system is protected, in a few words.

const unreadNames = { tags: 'tags', enrolmentKeyDescription: 'key' } as const;

/** `tag "protect"`, `enrolled 2 d ago` */
export function guardWords(guard: Guard): string {
  switch (guard.kind) {
    case 'session':
      return 'this session comes through it';
    case 'byYou':
      return 'protected by you';
    case 'tag':
      return `tag "${guard.tag}"`;
    case 'key':
      return `key "${guard.key}"`;
    case 'connected':
      return 'connected now';
    case 'seen':
      return `seen within ${plural(guard.days, 'day')}`;
    case 'unread':
      return `its ${unreadNames[guard.field]} cannot be read`;
    case 'enrolled':
    case 'time': {
      const what = guard.kind === 'time' ? guard.field : guard.kind;
      // The time is in the future if the service's clock is slow.
      return guard.ms < 0 ? `${what} in ${span(-guard.ms)}` : `${what} ${span(guard.ms)} ago`;
    }
    case 'state':
      return guard.state === null ? 'no state' : `state not understood: "${guard.state}"`;
  }
}

// Words for the loaded part of a list, the reason why it is incomplete, and links of the service.

/** A few words: `incomplete: stopped at page 3, …`. */
export function incompletenessWords(why: Incompleteness): Clean {
  switch (why.kind) {
    case 'untrusted':
      if (why.reason === 'not named') return clean(`incomplete: the service ${linkWords(why)}`);
      return clean(`incomplete: stopped at page ${count(why.page)}, the service ${linkWords(why)}`);
    case 'diverted':
      return clean(`another list after page ${count(why.page)}: the service ${linkWords(why)}`);
    case 'failed':
      return clean(`incomplete: page ${count(why.page)} could not be loaded`);
    case 'moved':
      return clean(`the list changed while it was loaded: ${seenWords(why)} seen`);
    case 'short':
      return clean(`incomplete: ${seenWords(why)} systems listed`);
  }
}

/** The reason with the key that helps, for a status line. `canFollow`: a key opens its link. */
export function incompletenessStatus(why: Incompleteness, canFollow = false): Clean {
  const words = incompletenessWords(why);
  switch (why.kind) {
    case 'untrusted':
      if (why.reason === 'not named') return words;
      return canFollow && why.onward !== undefined
        ? clean(`incomplete at page ${count(why.page)} · > loads more`)
        : // The notice contains the address.
          clean(`incomplete at page ${count(why.page)}: ${linkWords(why).replace(/ \([^()]*\)$/, '')}`);
    case 'diverted':
      return words;
    case 'failed':
      return clean(`${words}, r retries`);
    case 'moved':
      return clean('the list changed while it was loaded, r refreshes');
    case 'short':
      return clean(`${words}, r refreshes`);
  }
}

/** Why the list is incomplete after a second load, for screens where no key refreshes it. */
export function incompletenessSentence(why: Incompleteness): Clean {
  if (why.kind === 'moved') {
    return clean(`The list changed while it was loaded, twice: ${seenWords(why)}. Systems may be missing here.`);
  }
  if (why.kind === 'short') {
    return clean(`The service listed ${seenWords(why)} systems, twice. Systems are missing here.`);
  }
  return clean(`The list is ${why.kind === 'diverted' ? 'not the one asked for: ' : ''}${incompletenessWords(why)}.`);
}

type LinkProblem = Extract<Problem, { readonly kind: 'untrustedLink' }>;

/** Where loading stopped, the target of the link, and that rollcall sent no request to it. */
export function untrustedLinkSentence(problem: LinkProblem): string {
  const { page, operation } = problem;
  const where = page === null ? 'Stopped' : `Stopped at page ${count(page)}`;
  const rows = operation === 'list systems' ? 'systems' : 'rows';
  return `${where}: the ${linkSentence(problem).slice('The '.length)}${isElsewhere(problem) ? '' : ` The loaded ${rows} stay.`}`;
}

/** One or two sentences: the target of the link, and that rollcall sent no request to it. */
export function linkSentence(problem: UntrustedLink): string {
  return `The service ${linkWords(problem)}.${isElsewhere(problem) ? ' Nothing was sent there.' : ''}`;
}

function isElsewhere({ reason }: UntrustedLink): boolean {
  return ![
    'seen before',
    'not forward',
    'too many pages',
    'page limit',
    'too much',
    'not named',
    'not a link',
  ].includes(reason);
}

function seenWords({ seen, total }: Incompleteness & { kind: 'moved' | 'short' }): string {
  return total === null ? count(seen) : `${count(seen)} of ${count(total)}`;
}

/** Its host if that is the problem, else the whole link. */
function linkWords({ link, reason, differs }: UntrustedLink): string {
  // A link without a scheme names a host, too.
  const host = brief(URL.parse(link, 'https://unknown.invalid')?.host ?? link);
  const words: Record<LinkFault, string> = {
    'another address': `pointed to a different address (${host})`,
    'not encrypted': `pointed to an address that is not encrypted (${host})`,
    'carries user info': `pointed to an address with a user name or password in it (${host})`,
    'another path': `pointed to another path (${quoteText(differs?.given ?? link)})`,
    'another list': changedWords(differs, link),
    'seen before': 'repeated a page',
    'not forward': 'sent a page that does not come after the one before',
    'too many pages': 'pointed to more pages than it says there are',
    'page limit': `lists over ${count(maxPagesByParameter)} pages`,
    'too much': `lists over ${count(maxHeld().rows)} rows or ${count(maxHeld().bytes / 1024 ** 2)} MiB`,
    'not named': `names no next page${link === '' ? '' : `, but sends ${quoteText(link)}`}`,
    'not a link': `pointed to something that is no address (${quoteText(link)})`,
  };
  return words[reason];
}

/** How the service changed the list: `changed search from "web" to "db"`. */
function changedWords(differs: UntrustedLink['differs'], link: string): string {
  if (differs === undefined) return `changed the search or filter of the list (${quoteText(link)})`;
  const { name, asked, given } = differs;
  if (given === null) return `left out ${brief(name)} ${quoteText(asked ?? '')}`;
  return asked === null
    ? `added ${brief(name)} ${quoteText(given)}`
    : `changed ${brief(name)} from ${quoteText(asked)} to ${quoteText(given)}`;
}

/** `600 of 12,431 loaded`, or `12,431 systems` for a complete list; without a total, only the loaded number. */
export function countLoaded(scan: Scan): string {
  return isWhole(scan) ? plural(scan.count, 'system') : `${loadedCount(scan)} loaded`;
}

/** Within a sentence: `600 of 12,431 systems`, `12,431 systems`, or `600 loaded systems` without a total. */
export function loadedSystemsOf(scan: Scan): string {
  if (isWhole(scan)) return plural(scan.count, 'system');
  return isTotalUnknown(scan) ? plural(scan.count, 'loaded system') : `${loadedCount(scan)} systems`;
}

function isWhole(scan: Scan): boolean {
  return isComplete(scan) && (isTotalUnknown(scan) || scan.total === scan.count);
}

function loadedCount(scan: Scan): string {
  return isTotalUnknown(scan) ? count(scan.count) : `${count(scan.count)} of ${count(scan.total ?? 0)}`;
}

function isTotalUnknown({ total, count: loaded }: Scan): boolean {
  return total === null || total < loaded;
}

/** The progress of loading every page, as a bar, and the key that stops it. */
export function readingWords(state: State): string {
  const scan = currentScan(state.list.listing);
  if (scan === null) return '';
  const page = scan.addresses.length + 1;
  const of = scan.pageCount === null ? '' : ` of ${count(Math.max(page, scan.pageCount))}`;
  return `${progressBar(scan.count, scan.total, 10)} page ${count(page)}${of} · esc stops`;
}

// Words for fields that cannot be read.

/** `3 tags and 1 name cannot be read`; null if all fields can be read. */
export function unreadWords(counts: UnreadCounts): Clean | null {
  const all = [...counts].map(([noun, count]) => plural(count, noun));
  const last = all.at(-1);
  if (last === undefined) return null;
  const words = all.length === 1 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
  return clean(`${words} cannot be read`);
}
