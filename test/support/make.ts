/** Makes systems, organisations, pages and states; a test names only the fields that matter to it. */
import { nothingRead } from '../../src/api/paging/next-link.ts';
import type { EnrolmentKey, Organisation } from '../../src/api/organisations.ts';
import type { ListQuery, SystemsPage } from '../../src/api/systems.ts';
import type { Problem, Refused } from '../../src/api/problem.ts';
import type { FieldName, System } from '../../src/api/system.ts';
import { cursorAt, type Listing, plainView } from '../../src/state/fleet/list/listing.ts';
import type { Guards } from '../../src/state/fleet/protection/guards.ts';
import { atTop } from '../../src/state/kernel/list-view.ts';
import type { Marks } from '../../src/state/fleet/marks/marks.ts';
import { newScan, type Scan, withPage } from '../../src/state/fleet/list/scan.ts';
import type { BegunRun } from '../../src/state/change/journal/format.ts';
import type { RunRecord } from '../../src/state/change/journal/records-file.ts';
import { newRun, type Run } from '../../src/state/change/run.ts';
import { readConfirmed, newReview, type Review, type Reviewer } from '../../src/state/removal/review/review.ts';
import { defaultProfileSettings } from '../../src/state/session/profile-settings.ts';
import { newSession, type Session } from '../../src/state/session/session.ts';
import { dayMs } from '../../src/state/fleet/staleness/staleness.ts';
import { initialState } from '../../src/state/root/features.ts';
import { type State } from '../../src/state/root/state.ts';

/** The time of every test, unless it sets another one. */
export const now = Date.parse('2026-11-20T12:00:00Z');

export const baseUrl = 'https://api.example';

/** A time as the service writes it. */
export function daysAgo(days: number, from = now): string {
  return new Date(from - days * dayMs).toISOString();
}

let made = 0;

/** A laptop seen yesterday, unless the test says otherwise; the milliseconds follow from the times. */
export function aSystem(about: Partial<System> = {}): System {
  const systemId = about.systemId ?? `S${++made}`;
  const { lastSeen = daysAgo(1), enrolledAt = daysAgo(400) } = about;
  return {
    systemId,
    description: null,
    state: 'Disconnected',
    customDns: [],
    lastSeen,
    lastSeenMs: millisecondsOf(lastSeen),
    enrolledAt,
    enrolledAtMs: millisecondsOf(enrolledAt),
    enrolmentKeyId: 1,
    enrolmentKeyDescription: 'laptops',
    isEnabled: true,
    connectedFrom: '192.0.2.1',
    hostname: systemId.toLowerCase(),
    platformType: 'Linux',
    osVersion: 'Debian 13',
    serviceVersion: '4.2.0',
    tags: [],
    faults: [],
    unread: Object.keys(about.odd ?? {}) as FieldName[],
    odd: {},
    others: null,
    otherTimes: [],
    notSent: [],
    nulls: [],
    alsoListed: null,
    ...about,
  };
}

/** The ids of the marks, in order. */
export function idsOf(marks: Marks): string[] {
  return [...marks.keys()];
}

function millisecondsOf(time: string | null): number | null {
  const milliseconds = Date.parse(time ?? '');
  return Number.isNaN(milliseconds) ? null : milliseconds;
}

/** Systems with the ids `S0`, `S1`, … */
export function systemsOf(count: number, about: (at: number) => Partial<System> = () => ({})): System[] {
  return Array.from({ length: count }, (_, at) => aSystem({ systemId: `S${at}`, ...about(at) }));
}

export function anOrganisation(about: Partial<Organisation> = {}): Organisation {
  return { orgId: 'N1', orgName: 'Northwind', role: 'Owner', ...about };
}

/** The last page of a list, unless the test sets a next page. */
export function aPage(systems: readonly System[], about: Partial<SystemsPage> = {}): SystemsPage {
  const address = `${baseUrl}/org/N1/systems`;
  return {
    systems,
    total: systems.length,
    pageCount: 1,
    read: nothingRead,
    next: { kind: 'end' },
    address,
    ...about,
  };
}

/** A list as the pages of the service. */
export function pagesOf(systems: readonly System[], size: number): SystemsPage[] {
  const pageCount = Math.max(1, Math.ceil(systems.length / size));
  const addressOf = (page: number): string => `${baseUrl}/org/N1/systems?page=${page}`;
  return Array.from({ length: pageCount }, (_, page) =>
    aPage(systems.slice(page * size, (page + 1) * size), {
      total: systems.length,
      pageCount,
      address: addressOf(page),
      next: page + 1 < pageCount ? { kind: 'page', url: addressOf(page + 1) } : { kind: 'end' },
    }),
  );
}

export function aQuery(about: Partial<ListQuery> = {}): ListQuery {
  return { orgId: 'N1', search: '', includeDisabled: false, perPage: 200, ...about };
}

/** A scan that has read these pages. */
export function aScan(pages: readonly SystemsPage[], query: Partial<ListQuery> = {}): Scan {
  return pages.reduce(withPage, newScan(0, aQuery(query), 'ahead'));
}

/** A list with these pages loaded, and the cursor on its first system. */
export function aListing(pages: readonly SystemsPage[], query: Partial<ListQuery> = {}): Listing {
  const scan = aScan(pages, query);
  return { scan, pending: null, missed: null, view: plainView, cursor: cursorAt(atTop, plainView, scan) };
}

export function aSession(about: Partial<Session> = {}): Session {
  const session = newSession({
    forced: null,
    flaggedDays: null,
    flaggedBaseUrl: null,
    profileSettings: defaultProfileSettings,
    isDemo: false,
    log: null,
    isPlain: false,
    isColourless: false,
    hasLinks: false,
    background: null,
    canSuspend: true,
    ...{ home: '/home/sam', folder: '~/exports' },
    version: '1.0.0',
    wantedOrganisation: null,
    ...{ wantedSearch: '', wantedFilter: '', wantedView: null },
    isTlsUnchecked: false,
    address: null,
    tokenStorageNames: { keychain: 'GNOME Keyring or KWallet', file: '~/.config/rollcall/tokens.json' },
    user: 'sam',
    profile: 'default',
    isNewProfile: false,
    settingsFault: null,
    preferencesProblem: null,
  });
  return { ...session, baseUrl, tokenSource: 'session', ...about };
}

/** Parts of a state by short names, from any slice. */
export type StateParts = Partial<
  Pick<State, 'now' | 'columns' | 'rows' | 'session' | 'screen' | 'overlay' | 'prompt' | 'notice'> &
    Pick<State, 'organisation' | 'nextId' | 'review' | 'changes' | 'clock' | 'tableColumns'> &
    Omit<State['list'], 'total'> &
    State['settings'] &
    State['resume'] &
    State['program'] &
    State['requests'] & {
      organisations: State['organisations']['list'];
      organisationTotal: number | null;
      marks: Marks;
      marksBefore: Marks | null;
      rangeFrom: string | null;
      excluded: ReadonlySet<string>;
      filterHistory: readonly string[];
      days: number;
      run: State['deletion'];
    }
>;

/** The state with these parts, each in its slice. */
export function withParts(state: State, parts: StateParts): State {
  const {
    organisations,
    organisationTotal,
    marks,
    marksBefore,
    rangeFrom,
    excluded,
    filterHistory,
    days,
    run,
    ...rest
  } = parts;
  const given: Readonly<Record<string, object>> = {
    organisations: { list: organisations },
    list: { total: organisationTotal },
    marks: { marked: marks, before: marksBefore, rangeFrom, excluded },
    filter: { history: filterHistory },
    staleness: { days },
  };
  const whole = { ...state, ...known(rest, state), ...(run !== undefined && { deletion: run }) };
  const slices = ['organisations', 'list', 'marks', 'filter', 'staleness', 'settings', 'resume', 'program', 'requests'];
  for (const name of slices) {
    const slice = (state as unknown as Readonly<Record<string, object>>)[name] ?? {};
    Object.assign(whole, { [name]: { ...slice, ...known({ ...rest, ...given[name] }, slice) } });
  }
  return whole;
}

/** The parts that an object has, as far as they are given. */
function known(parts: object, of: object): object {
  return Object.fromEntries(Object.entries(parts).filter(([name, part]) => name in of && part !== undefined));
}

/** Signed in, on the list of Northwind's systems, with none loaded yet. */
export function aState(about: StateParts = {}): State {
  const organisation = anOrganisation();
  const state = initialState({ session: aSession(), now, columns: 80, rows: 24 });
  const organisations = { kind: 'ready', value: [organisation] } as const;
  return withParts(state, { screen: { kind: 'systems' }, organisations, organisation, ...about });
}

/** The same state with these systems loaded: the organisation has no others. */
export function aStateOf(systems: readonly System[], about: StateParts = {}): State {
  return aState({ listing: aListing([aPage(systems)]), organisationTotal: systems.length, ...about });
}

/** An HTTP error status as an answer. */
export function refused(status: number, about: Partial<Refused> = {}): Problem & Refused {
  const unsaid = { slug: null, title: null, detail: null, traceId: null, retryAfter: null, errors: {} };
  return { operation: 'delete system', kind: 'refused', status, ...unsaid, ...about };
}

export const systemNotFound = refused(404, { slug: 'system-not-found' });

/** The answer to a change, without a body. */
export const noContent = {
  status: 204,
  contentType: '',
  bytes: new Uint8Array(),
  text: '',
  ms: 71,
  claim: null,
} as const;

export function aKey(fields: Readonly<Record<string, unknown>>): EnrolmentKey {
  return { status: 201, fields: Object.entries(fields).map(([name, value]) => ({ name, value })) };
}

/** A new review of systems marked by hand; nothing is protected. */
/** Anna, an hour ago. */
export function aReviewer(about: Partial<Reviewer> = {}): Reviewer {
  const hour = 3_600_000;
  return {
    ...{ by: 'anna', at: new Date(now - hour).toISOString(), typed: 'anna', days: 90 },
    ...{ file: 'abcdef0123456789', ageMs: hour, confirmed: null, ...about },
  };
}

export function aReviewOf(systems: readonly System[], about: Partial<AboutReview> = {}, orgName = 'Northwind'): Review {
  return newReview(anOrganisation({ orgName }), systems, {
    id: 1,
    kind: 'delete',
    edit: null,
    total: 1000,
    rules: { days: 90, now, guards: noGuards, address: null },
    hidden: 0,
    hiddenDisabled: 0,
    isIncomplete: false,
    incompleteness: null,
    isClockUnverified: false,
    ...about,
  });
}

/** The run that confirms the review. */
export function aNewRun(review: Review, isPreview = false): Run {
  return newRun(1, {
    kind: review.kind,
    edit: review.edit,
    organisation: review.organisation,
    baseUrl,
    isPreview,
    ...readConfirmed(review),
  });
}

/** The first line of a run's file. */
export function aRunHeader(about: Partial<BegunRun> = {}): BegunRun {
  return {
    ...{ kind: 'change', format: 1, version: '1.0.0', at: daysAgo(0), mode: 'run', does: 'delete' },
    ...{ orgId: 'N1', orgName: 'Northwind', baseUrl, days: 90, items: 1, pid: 99_999_999, computer: 'here' },
    ...about,
  };
}

/** The file of a run of these systems that was cut off. */
export function aRunRecord(planned: readonly System[], about: Partial<RunRecord> = {}): RunRecord {
  const none = {
    ...{
      intents: new Set<string>(),
      outcomes: new Map(),
      fields: new Map(),
      bodies: new Map(),
      ends: new Map(),
      why: new Map(),
    },
    ...{ end: null, damaged: 0 },
  };
  return {
    header: aRunHeader({ items: planned.length }),
    planned,
    ...none,
    lastMs: now,
    lastIntentMs: now,
    ...about,
  };
}

type AboutReview = Parameters<typeof newReview>[2];

export const noGuards: Guards = {
  ...{ tags: [], keys: [], seenDays: 0, share: 100, session: false, secondPersonAbove: null },
  systems: new Set(),
};
