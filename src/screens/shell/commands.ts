/** The commands that take an argument: `threshold 45`, `org tailspin`, `sort seen`. */
import { notMeantWords, organisationMeant } from '../../state/session/organisations.ts';
import { viewDigits, viewUnder } from '../../state/fleet/columns.ts';
import { fold } from '../../state/kernel/spelling.ts';
import { knownOrNull } from '../../state/kernel/declare.ts';
import type { Action, State } from '../../state/root/state.ts';
import { sortFields, type SystemField, systemFields } from '../../state/fleet/systems/fields.ts';
import { type Binding, noList } from '../screen-definition.ts';
import type { SettingsKind } from '../../state/account/settings/feature.ts';
import { maxDays } from '../../state/fleet/staleness/feature.ts';
import { count } from '../text/quantities.ts';
import fuzzysort from 'fuzzysort';
import { isBeginning, isWhole, settingMeant, settingNamed, settingSetTo, wordsOf } from './setting-commands.ts';

/** The action of a command with its argument, or the reason why it cannot run. */
export type PaletteCommand = { readonly does: string } & (
  { readonly action: Action; readonly refusal: null } | { readonly action: null; readonly refusal: string }
);

interface CommandKind {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly does: string;
  readonly usage: string;
  /** An action, or the reason why this argument cannot be used. */
  readonly read: (argument: string, state: State) => Action | string;
}

const commandKinds: readonly CommandKind[] = [
  {
    name: 'threshold',
    aliases: ['stale', 'days'],
    does: 'set the threshold, in days',
    usage: 'threshold 45',
    read(argument, state) {
      const days = /^\d+$/.test(argument) ? Number(argument) : 0;
      if (days === 0) return 'type whole days, such as threshold 45';
      return days > maxDays ? `at most ${count(maxDays)} days` : (noList(state) ?? { kind: 'thresholdSet', days });
    },
  },
  {
    name: 'org',
    aliases: ['organisation', 'organization', 'context', 'ctx'],
    does: 'open an organisation',
    usage: 'org NAME',
    read: openOrganisationCalled,
  },
  {
    name: 'filter',
    aliases: [],
    does: 'filter the loaded systems',
    usage: 'filter key:retail',
    read: (text, state) => noList(state) ?? { kind: 'filterSet', text },
  },
  {
    name: 'sort',
    aliases: ['order'],
    does: 'sort the systems',
    usage: 'sort seen',
    read: sortBy,
  },
  {
    name: 'view',
    aliases: [],
    does: 'show a saved view',
    usage: 'view 2',
    read: showViewCalled,
  },
];

/** The view with this digit, or whose name starts with this text. */
function showViewCalled(wanted: string, state: State): Action | string {
  const { savedViews } = state.tableColumns;
  const digit = /^\d$/.test(wanted)
    ? wanted
    : viewDigits.find((one) => {
        const view = viewUnder(savedViews, one);
        return typeof view === 'object' && fold(view.name).startsWith(fold(wanted));
      });
  if (digit === undefined) return 'type the digit or name of a view, such as view 2';
  if (digit !== '0' && viewUnder(savedViews, digit) === undefined) return `no view is saved under ${digit}`;
  return noList(state) ?? { kind: 'viewShown', digit };
}

/**
 * The command that was typed with an argument or a blank; null if there is none. `offered`: the entries of the screen,
 * whose forms of settings have commands.
 */
export function commandIn(typed: string, state: State, offered: readonly PaletteEntry[] = []): PaletteCommand | null {
  const text = typed.trimStart();
  const end = text.search(/\s/);
  if (end === -1) return null;
  const [name, argument] = [text.slice(0, end), text.slice(end).trim()];
  const kind = commandKinds.find((one) => one.name === name.toLowerCase() || one.aliases.includes(name.toLowerCase()));
  if (kind === undefined) return settingCommand(name, argument, state, offered);
  if (argument === '') return commandOf(kind.usage, kind.does);
  return commandOf(`${kind.name} ${argument}`, kind.read(argument, state));
}

function settingCommand(
  name: string,
  argument: string,
  state: State,
  offered: readonly PaletteEntry[],
): PaletteCommand | null {
  const setting = settingNamed(name);
  const isItsForm = ({ action }: Binding): boolean =>
    action.kind === 'settingsOpened' && action.about === setting?.about;
  const form = offered.find(({ binding }) => isItsForm(binding));
  if (setting === null || form === undefined) return null;
  const { does, result } = settingSetTo(setting, argument, state);
  return commandOf(`${name} ${does}`, form.refusal ?? result);
}

function commandOf(does: string, read: Action | string): PaletteCommand {
  return typeof read === 'string' ? { does, action: null, refusal: read } : { does, action: read, refusal: null };
}

function openOrganisationCalled(wanted: string, state: State): Action | string {
  const all = knownOrNull(state.organisations.list);
  if (all === null) return 'the organisations are not loaded; @ loads them';
  const meant = organisationMeant(all, wanted);
  return meant.kind === 'found'
    ? { kind: 'organisationChosen', orgId: meant.organisation.orgId }
    : notMeantWords(meant, wanted);
}

function sortBy(wanted: string, state: State): Action | string {
  const refusal = noList(state);
  if (refusal !== null) return refusal;
  const name = fold(wanted).replace(/^by\s+/, '');
  const field =
    sortWords.find(({ words }) => words.includes(name)) ??
    sortWords.find(({ filter }) => filter === name) ??
    sortWords.find(({ words }) => words.some((word) => word.startsWith(name)));
  return field === undefined
    ? `type one of ${sortFields.map(({ id }) => id).join(', ')}`
    : { kind: 'sortChosen', by: field.id };
}

/** A sort is found by its own words, by the heading of its column, and by its field in a filter. */
const sortWords = sortFields.map(({ id, name, field }) => {
  const { column, filter }: SystemField = systemFields[field];
  const words = [id, name, column?.title ?? id, column?.id ?? id].map(fold);
  return { id, words, filter: filter?.id };
});

// Names of the actions in other programs, by which the palette also finds them.

const synonyms: Readonly<Partial<Record<Action['kind'], string>>> = {
  markToggled: 'select tag check choose',
  staleMarkRequested: 'select old unused inactive dead offline delete remove clean purge',
  staleChosen: 'select delete remove clean purge',
  staleOpened: 'threshold age days histogram distribution inactive cutoff',
  rangeToggled: 'visual selection shift block',
  patternOpened: 'select pattern match glob',
  markListOpened: 'import file paste ids names editor',
  matchingMarked: 'select all everything bulk',
  marksInverted: 'toggle selection flip invert reverse',
  markingRedone: 'redo forward again',
  markingUndone: 'undo revert restore back',
  marksCleared: 'unselect deselect unmark none reset',
  markedOnlyToggled: 'selected selection only',
  reviewOpened: 'delete bulk remove destroy purge kill drop unenroll decommission clean prune',
  detailsOpened: 'describe inspect info show view properties fields open detail',
  newKeyOpened: 'add new create token enroll register key',
  keysSeenOpened: 'keys list token',
  copyOpened: 'clipboard yank copy',
  reviewFileAsked: 'approve second person confirm',
  reviewWriteRequested: 'approve hand over',
  exportOpened: 'report save download csv json file write dump',
  searchOpened: 'query find lookup grep',
  filterOpened: 'find limit narrow grep where only',
  disabledToggled: 'hidden inactive disable enabled show hide',
  sortChanged: 'sort order arrange',
  sortMoved: 'sort order arrange column left right',
  sortReversed: 'flip reverse sort order descending ascending flip',
  sortChosen: 'sort order arrange',
  columnsOpened: 'fields layout table columns configure',
  paneResized: 'split width size preview sidebar',
  wideToggled: 'wide expand full more columns zoom',
  viewShown: 'saved query preset bookmark reset',
  viewsOpened: 'saved query preset bookmark store',
  refreshRequested: 'refresh reload update sync retry next page',
  autoRefreshToggled: 'watch follow poll live interval',
  watchToggled: 'notify alert bell wait follow monitor online',
  switchRequested: 'change context tenant account namespace use',
  organisationsOpened: 'refresh reload context tenant account',
  organisationOpened: 'enter use select context tenant',
  organisationIdAsked: 'goto jump context tenant',
  allStaleOpened: 'every account old unused inactive offline across',
  wentBack: 'back escape cancel close up return',
  helpOpened: 'help shortcuts keys keybindings manual bindings',
  languageShown: 'filter language syntax grammar query examples fields operators',
  bannerDismissed: 'close dismiss warning',
  operationsOpened: 'tag api endpoint request openapi swagger',
  runShown: 'resume pause progress job task status deletion running retry',
  historyOpened: 'history log audit journal records past earlier requests runs report',
  protectionToggled: 'lock pin guard keep',
  profilesOpened: 'account login user switch',
  tokenStorageOpened: 'password secret keychain storage save login',
  suspendRequested: 'background shell',
  repaintRequested: 'redraw repaint clear screen refresh',
  interrupted: 'abort cancel stop interrupt',
  quitRequested: 'quit exit close bye leave q! wq',
  signOutRequested: 'logout log off disconnect forget',
};

const formSynonyms: Readonly<Record<SettingsKind, string>> = {
  guards: 'protect safety limits rules guard preferences options config configure',
  label: 'preferences options config configure',
  profile: 'config preferences options configure',
};

function synonymsOf(action: Action): string {
  return action.kind === 'settingsOpened' ? formSynonyms[action.about] : (synonyms[action.kind] ?? '');
}

// Ranks the entries of the palette: matches of their own words first, then of synonyms, then of scattered letters.

export interface PaletteEntry {
  readonly binding: Binding;
  /** The reason why the entry cannot be chosen; null if it can. */
  readonly refusal: string | null;
}

/** Accepts one or two missing letters (1 is an exact match); below this score, matches are chance. */
const minScore = 0.25;

/** The matching entries, the best first; without typed text, all of them in their order. */
export function entriesMatching(typed: string, entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const wanted = wordsOf(typed);
  if (wanted.length === 0) return entries;
  const byWords = entries
    .flatMap((entry) => {
      const setting = settingMeant(wanted, entry.binding);
      const rank = rankOf(wanted, entry, setting?.words ?? []);
      return rank === null ? [] : [{ entry, setting, rank }];
    })
    .sort((a, b) => compareRanks(a.rank, b.rank));
  const found = new Set(byWords.map(({ entry }) => entry));
  const led = byWords.map(({ entry, setting }) => (setting === null ? entry : { ...entry, binding: setting.binding }));
  return [...led, ...findScattered(typed, entries).filter((entry) => !found.has(entry))];
}

/**
 * Scattered letters may match by chance, so they find only actions that open or show something. Actions that mark, send
 * or end need a word.
 */
function findScattered(typed: string, entries: readonly PaletteEntry[]): readonly PaletteEntry[] {
  const harmless = entries.filter(({ binding }) => /(?:Opened|Shown)$/.test(binding.action.kind));
  return fuzzysort
    .go(typed, harmless, { key: ({ binding }) => binding.does, limit: 0, threshold: minScore })
    .map(({ obj }) => obj);
}

/** Compared number by number; the smallest comes first. */
type Rank = readonly number[];

function compareRanks(a: Rank, b: Rank): number {
  return a.map((number, at) => number - (b[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

/** Null unless the entry has every typed word, or a word that starts with it. */
function rankOf(
  wanted: readonly string[],
  { binding: { does, action }, refusal }: PaletteEntry,
  ofSetting: readonly string[],
): Rank | null {
  const label = wordsOf(does);
  // A sort is named by its verb: the name of its column alone may mean more.
  const own = action.kind === 'sortChosen' ? label.slice(0, 2) : label;
  const other = [...wordsOf(synonymsOf(action)), ...label.slice(own.length), ...ofSetting];
  if (label.join(' ') === wanted.join(' ')) return [0];
  const tiers = [
    { sources: [own], isMatch: isWhole },
    { sources: [own], isMatch: isBeginning },
    { sources: [own, other], isMatch: isWhole },
    { sources: [own, other], isMatch: isBeginning },
  ];
  for (const [at, { sources, isMatch }] of tiers.entries()) {
    const placeOf = (one: string): number =>
      sources.map((words) => words.findIndex((word) => isMatch(word, one))).find((place) => place !== -1) ?? -1;
    const places = wanted.map(placeOf);
    if (places.includes(-1)) continue;
    // Every word in full matches the label, in any order.
    if (at === 0 && own.length === wanted.length) return [1];
    // Among equal matches, usable ones come first, then a match of an early word, then short labels.
    return [at + 2, refusal === null ? 0 : 1, Math.min(...places), label.length];
  }
  return null;
}
