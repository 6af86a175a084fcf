/** Words for the loaded part of a list, the reason why it is incomplete, and links of the service. */
import { maxPagesByParameter } from '../../api/paging/envelope.ts';
import { mostHeld } from '../../api/paging/list-read.ts';
import type { LinkFault, Problem, UntrustedLink } from '../../api/problem.ts';
import { type Incompleteness, isComplete, type Scan } from '../../state/fleet/list/scan.ts';
import { clean, type Clean } from './clean.ts';
import { count, plural, progressBar } from './quantities.ts';
import { brief, quoted } from './fit.ts';
import { currentScan } from '../../state/fleet/list/listing.ts';
import type { State } from '../../state/root/state.ts';

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

/** The same with the key that helps, for a status line. `canFollow`: a key follows its link. */
export function incompletenessStatus(why: Incompleteness, canFollow = false): Clean {
  const words = incompletenessWords(why);
  switch (why.kind) {
    case 'untrusted':
      if (why.reason === 'not named') return words;
      return canFollow && why.onward !== undefined
        ? clean(`incomplete at page ${count(why.page)} · > loads more`)
        : // Its notice names the address.
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

/** The gap of a list that was loaded twice, where no key refreshes it. */
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

/** The point where loading stopped, the target of the link, and that no request went there. */
export function untrustedLinkSentence(problem: LinkProblem): string {
  const { page, operation } = problem;
  const where = page === null ? 'Stopped' : `Stopped at page ${count(page)}`;
  const rows = operation === 'list systems' ? 'systems' : 'rows';
  return `${where}: the ${linkSentence(problem).slice('The '.length)}${isElsewhere(problem) ? '' : ` The loaded ${rows} stay.`}`;
}

/** One or two sentences: the target of the link, and that no request went there. */
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
    'another path': `pointed to another path (${quoted(differs?.given ?? link)})`,
    'another list': changedWords(differs, link),
    'seen before': 'repeated a page',
    'not forward': 'sent a page that does not come after the one before',
    'too many pages': 'pointed to more pages than it says there are',
    'page limit': `lists over ${count(maxPagesByParameter)} pages`,
    'too much': `lists over ${count(mostHeld().rows)} rows or ${count(mostHeld().bytes / 1024 ** 2)} MiB`,
    'not named': `names no next page${link === '' ? '' : `, but sends ${quoted(link)}`}`,
    'not a link': `pointed to something that is no address (${quoted(link)})`,
  };
  return words[reason];
}

/** The service's change to a list: `changed search from "web" to "db"`. */
function changedWords(differs: UntrustedLink['differs'], link: string): string {
  if (differs === undefined) return `changed the search or filter of the list (${quoted(link)})`;
  const { name, asked, given } = differs;
  if (given === null) return `left out ${brief(name)} ${quoted(asked ?? '')}`;
  return asked === null
    ? `added ${brief(name)} ${quoted(given)}`
    : `changed ${brief(name)} from ${quoted(asked)} to ${quoted(given)}`;
}

/** `600 of 12,431 loaded`, or `12,431 systems` for a whole list; without a total, only the loaded number. */
export function loadedOf(scan: Scan): string {
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
