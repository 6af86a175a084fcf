/** The gallery: screens and states by name, for any width and height. */
import type { System } from '../../src/api/system.ts';
import { readFilter } from '../../src/state/fleet/filter/filter.ts';
import { atTop } from '../../src/state/kernel/list-view.ts';
import { initialState } from '../../src/state/root/features.ts';
import { type Action, type State } from '../../src/state/root/state.ts';
import { dayMs } from '../../src/state/fleet/staleness/staleness.ts';
import { answerGallery } from './answer-gallery.ts';
import { deletions } from './deletion-gallery.ts';
import { disablingGallery, formGallery, staleGallery } from './fleet-gallery.ts';
import { historyGallery } from './history-gallery.ts';
import { after, down, type Gallery, list, marked, systems } from './listed.ts';
import { operationFormGallery } from './operation-form-gallery.ts';
import { operationsGallery } from './operations-gallery.ts';
import { requestGallery } from './request-gallery.ts';
import { reviewGallery } from './review-gallery.ts';
import { play } from '../state/root/play.ts';
import {
  aKey,
  aListing,
  anOrganisation,
  aPage,
  aSession,
  aState,
  aStateOf,
  aSystem,
  daysAgo,
  now,
  pagesOf,
  refused,
  type StateParts,
  systemsOf,
  withParts,
} from '../support/make.ts';

function withOwnCommands(): State {
  const about = { on: 'system', isConfirmed: false, isSafe: true } as const;
  const commands = [
    { ...about, key: '!p', name: 'ping', argv: ['ping', '-c', '3', '{connectedFrom}'] },
    { ...about, key: '!s', name: 'ssh', argv: ['ssh', '--', '{hostname}'], isConfirmed: true },
    { ...about, key: '!t', name: 'open a ticket', argv: ['ticket', 'for', '{description}'] },
  ];
  return after({ kind: 'ownCommandsKnown', commands });
}

function unreadSettings(copyAgeMs: number | null): State {
  const fault = {
    ...{ path: '/home/admin/.config/rollcall/config.json', at: { line: 14, column: 22 }, isEditable: true },
    ...{
      message: '"days" in profiles.default must be 1 to 999999.',
      copyAt: copyAgeMs === null ? null : now - copyAgeMs,
    },
  };
  return after({ kind: 'settingsFaultFound', fault });
}

const key = aKey({ name: 'build agents, Warsaw', key: 'ek-4711-0815-secret', createdAt: '2026-06-01T00:00:00Z' });
const lost = { operation: 'list systems', kind: 'lost', code: 'ECONNRESET' } as const;

/** The list with the cursor in this row. */
function atRow(row: number): State {
  return play(list({ marks: marked }), ...Array.from({ length: row }, () => down)).state;
}

function checked(systemId: string, about: Partial<System>): State {
  const before = systems.find((one) => one.systemId === systemId);
  const system = aSystem({ ...before, ...about });
  return play(atRow(3), { kind: 'systemChecked', systemId, system, now }).state;
}

function start(about: StateParts = {}): State {
  return withParts(initialState({ session: aSession(), now, columns: 80, rows: 24 }), about);
}

function filtered(text: string): State {
  const state = list();
  return {
    ...state,
    list: {
      ...state.list,
      listing: { ...state.list.listing, view: { ...state.list.listing.view, filter: readFilter(text) } },
    },
  };
}

function created(...more: Action[]): State {
  const described: Action = { kind: 'textEdited', text: 'build agents' };
  const answer: Action = { kind: 'keyCreated', attempt: 1, key };
  return after({ kind: 'newKeyOpened' }, described, { kind: 'keyDescribed' }, answer, ...more);
}

function keeping(row: number, message: string | null): State {
  const why = { storage: 'keychain', sentence: 'There is no keychain here.' } as const;
  return list({
    overlay: { kind: 'tokenStorage', why, list: { row, top: 0 }, command: null, message, isTrying: false },
  });
}

const organisations = [
  anOrganisation({ orgName: 'Northwind Traders' }),
  anOrganisation({ orgId: 'C2', orgName: 'Contoso', role: 'Reader' }),
  anOrganisation({
    orgId: 'L3',
    orgName: 'A very long name of an organisation that nobody can read in one line, for sure',
  }),
];

function firstCountPage(scan: number): Action {
  return { kind: 'countPageArrived', scan, page: pagesOf(systems, 4)[0] ?? aPage([]), now };
}

/** Three organisations that were counted one after another. */
function counted(...more: readonly Action[]): State {
  const list = aState({ screen: { kind: 'organisations' }, organisations: { kind: 'ready', value: organisations } });
  const pages = [aPage(systems), aPage(systems.slice(0, 3)), aPage([])];
  const arrive = pages.map((page, at): Action => ({ kind: 'countPageArrived', scan: at + 1, page, now }));
  return play({ ...list, organisation: null }, { kind: 'countRequested' }, ...arrive, ...more).state;
}

const accepted: Action = { kind: 'promptAccepted' };
const known: Action = { kind: 'baseUrlAccepted', baseUrl: 'https://api.example' };
const signingIn = start({ session: aSession({ baseUrl: null, tokenSource: null }), screen: { kind: 'signIn' } });

const changed: StateParts = {
  changes: {
    since: now - 15 * dayMs,
    again: 0,
    fresh: new Set(['LAP07', 'WID01']),
    silent: new Set(['WEB01', 'POS99', 'OLD12']),
    gone: new Map([...['GON01', 'GON02'].map((id, at) => [id, `till-0${at}.retail`] as const), ['GON03', null]]),
    line: 'shown',
  },
};

/** Each state as it is at 80×24: the caller sets the size. */
export const gallery: Gallery = {
  starting: () => start(),
  'sign-in, address': () => signingIn,
  'sign-in, keychain asked': () => play(signingIn, known).state,
  'sign-in, token': () =>
    play(signingIn, known, {
      kind: 'tokenSearched',
      session: 0,
      found: { kind: 'none', storage: 'keychain', hasChosen: false },
    }).state,
  'organisations, being read': () => start({ screen: { kind: 'organisations' } }),
  'organisations, none': () =>
    aState({ screen: { kind: 'organisations' }, organisations: { kind: 'ready', value: [] } }),
  'organisations, some': () =>
    aState({ screen: { kind: 'organisations' }, organisations: { kind: 'ready', value: organisations } }),
  'organisations, counted': () => counted({ kind: 'unfinishedFound', unfinished: new Map([['L3', 'delete']]) }),
  'organisations, counted earlier': () => {
    const list = aState({ screen: { kind: 'organisations' }, organisations: { kind: 'ready', value: organisations } });
    const kept = { systems: 1200, stale: 40, days: 90, unknown: 0, at: now - 3 * dayMs, isIncomplete: false };
    const counts = new Map([
      ['N1', kept],
      ['C2', { ...kept, days: 30, at: now - 5 * 3_600_000 }],
    ]);
    return play({ ...list, organisation: null }, { kind: 'countsRecalled', counts }).state;
  },
  'organisations, counting': () => play(counted(), { kind: 'countRequested' }, firstCountPage(4)).state,
  'organisations, one not counted': () =>
    play(counted(), { kind: 'countRequested' }, { kind: 'countPageFailed', scan: 4, problem: refused(403) }).state,
  'organisations, filter typed': () =>
    play(counted(), { kind: 'listFilterOpened' }, { kind: 'textEdited', text: 'north' }).state,
  'organisations, none matches': () =>
    play(counted(), { kind: 'listFilterOpened' }, { kind: 'textEdited', text: 'zz' }).state,
  'stale of all': () => counted({ kind: 'allStaleOpened' }),
  'stale of all, counting': () =>
    play(counted({ kind: 'allStaleOpened' }), { kind: 'countRequested' }, firstCountPage(4)).state,
  'stale of all, none matches': () =>
    counted({ kind: 'allStaleOpened' }, { kind: 'listFilterOpened' }, { kind: 'textEdited', text: 'zz' }, accepted),
  'stale of all, none counted': () => {
    const list = aState({ screen: { kind: 'allStale' }, organisations: { kind: 'ready', value: organisations } });
    return { ...list, organisation: null };
  },
  'stale of all, only earlier figures': () => {
    const kept = { systems: 1200, stale: 40, days: 90, unknown: 0, at: now - 3 * dayMs, isIncomplete: false };
    const list = aState({ screen: { kind: 'allStale' }, organisations: { kind: 'ready', value: organisations } });
    const earlier: Action = { kind: 'countsRecalled', counts: new Map([['N1', kept]]) };
    return play({ ...list, organisation: null }, earlier).state;
  },
  'stale of all, none stale': () => {
    const state = counted({ kind: 'allStaleOpened' });
    return { ...state, staleness: { ...state.staleness, days: 999 } };
  },
  'stale of all, cut': () => {
    const page = aPage(systemsOf(1200, () => ({ lastSeen: daysAgo(200) })));
    const list = aState({ screen: { kind: 'organisations' }, organisations: { kind: 'ready', value: organisations } });
    const all: Action[] = [{ kind: 'countRequested' }, { kind: 'countPageArrived', scan: 1, page, now }];
    return play({ ...list, organisation: null }, ...all, { kind: 'allStaleOpened' }).state;
  },
  'organisations, refused': () =>
    play(start({ screen: { kind: 'organisations' } }), {
      kind: 'organisationsFailed',
      session: 0,
      problem: { ...refused(403), operation: 'list organisations' },
    }).state,
  'systems, being read': () => aState(),
  'systems, none': () => aStateOf([]),
  'systems, some': () => list(),
  'systems, marked': () => list({ marks: marked }),
  'systems, one page of three': () =>
    aState({ listing: aListing(pagesOf(systems, 4).slice(0, 1)), organisationTotal: systems.length }),
  'systems, a page that failed': () => list({ notice: { kind: 'problem', problem: lost } }),
  'systems, none matches': () => filtered('nothing-like-this'),
  'systems, a range': () => after(down, { kind: 'rangeToggled' }, down, down),
  'your commands': () => play(withOwnCommands(), { kind: 'ownCommandsOpened' }).state,
  'your command, asked about': () => play(withOwnCommands(), { kind: 'ownCommandChosen', key: '!s' }).state,
  'systems, filter typed': () => after({ kind: 'filterOpened' }, { kind: 'textEdited', text: 'seen:>90d' }),
  'systems, filter with a mistake': () => after({ kind: 'filterOpened' }, { kind: 'textEdited', text: 'seen:>90x' }),
  'systems, search typed': () => after({ kind: 'searchOpened' }, { kind: 'textEdited', text: 'lab' }),
  'systems, pattern typed': () => after({ kind: 'patternOpened' }, { kind: 'textEdited', text: 'seen:>90d' }),
  'systems, wide': () => after({ kind: 'wideToggled' }),
  'systems, clock unverified': () => list({ clock: { kind: 'unverified' } }),
  'systems, TLS unchecked': () => list({ session: aSession({ isTlsUnchecked: true }) }),
  'systems, production, read-only': () =>
    list({ label: { word: 'PROD', colour: 'red', isReadOnly: true, graceDays: 30 } }),
  details: () =>
    after(
      { kind: 'detailsOpened' },
      { kind: 'detailsArrived', systemId: 'WEB01', system: systems[0] ?? aSystem(), now },
    ),
  'details, of the next system': () => after({ kind: 'detailsOpened' }, { kind: 'neighbourOpened', motion: 'down' }),
  'systems, one that was checked': () => checked('OLD12', { state: 'Connected' }),
  'systems, one that is gone': () => {
    const problem = refused(404, { slug: 'system-not-found' });
    return play(atRow(3), { kind: 'detailsFailed', systemId: 'OLD12', problem, now }).state;
  },
  'systems, a check that failed': () =>
    play(
      atRow(3),
      { kind: 'timerEnded', timer: 'rest' },
      { kind: 'checkFailed', systemId: 'OLD12', problem: refused(503), now },
    ).state,
  'details, watched': () => {
    const watch: Action = { kind: 'watchToggled' };
    const fails: Action = { kind: 'checkFailed', systemId: 'OLD12', problem: refused(503), now };
    return play(atRow(2), watch, down, watch, fails, { kind: 'detailsOpened' }).state;
  },
  'stale, and its threshold': () => after({ kind: 'staleOpened' }),
  ...staleGallery,
  ...reviewGallery,
  ...formGallery,
  ...disablingGallery,
  ...operationsGallery,
  ...operationFormGallery,
  ...answerGallery,
  ...requestGallery,
  ...historyGallery,
  ...deletions,
  'new key': () => after({ kind: 'newKeyOpened' }),
  'new key, created': () => created(),
  'new key, copied': () => created({ kind: 'secretCopied' }),
  'keys seen': () => list({ screen: { kind: 'keysSeen', list: atTop } }),
  help: () => list({ overlay: { kind: 'help', list: atTop, typed: null } }),
  'help, a word looked for': () => list({ overlay: { kind: 'help', list: atTop, typed: 'mark' } }),
  palette: () => list({ overlay: { kind: 'palette', list: atTop, typed: 'mark' } }),
  'sign out, with marks': () => play(list({ marks: marked }), { kind: 'signOutRequested' }).state,
  'mark all': () => list({ overlay: { kind: 'markAll' } }),
  'mark from a saved list': () =>
    list({ overlay: { kind: 'markList', saved: { kind: 'read', text: '', count: 12, at: now - 3 * dayMs } } }),
  copy: () => after({ kind: 'copyOpened' }),
  'copy, the ids of the marked': () =>
    play(list({ marks: marked }), { kind: 'copyOpened' }, down, down, down, down, down).state,
  export: () => list({ marks: marked, overlay: { kind: 'exportSystems' } }),
  columns: () => list({ overlay: { kind: 'columns', list: atTop } }),
  'gone since the last visit': () => list({ ...changed, overlay: { kind: 'gone', list: atTop } }),
  'changed since the last visit': () => play(list(changed), { kind: 'changesShown' }, down).state,
  'save a view': () => list({ overlay: { kind: 'saveView' } }),
  'save a view, its name': () => after({ kind: 'viewSaved', digit: '4' }),
  'settings not understood': () => unreadSettings(2 * dayMs),
  'settings not understood, without a backup': () => unreadSettings(null),
  'new token': () => list({ overlay: { kind: 'token', message: null, problem: refused(401), isTrying: false } }),
  'where to keep the token': () => keeping(0, null),
  'where to keep the token, the last of the places': () => keeping(2, 'The file could not be written (EACCES).'),
  profiles: () =>
    list({ overlay: { kind: 'profiles', names: ['default', 'staging'], list: atTop, typed: null, message: null } }),
};
