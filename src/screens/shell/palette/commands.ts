/** The commands that take an argument: `threshold 45`, `org tailspin`, `sort seen`. */
import { notMeantWords, organisationMeant } from '../../../state/session/organisations.ts';
import { viewDigits, viewUnder } from '../../../state/fleet/columns/model.ts';
import { folded } from '../../../state/kernel/spelling.ts';
import { known } from '../../../state/kernel/declare.ts';
import type { Action, State } from '../../../state/root/state.ts';
import { sortFields, type SystemField, systemFields } from '../../../state/fleet/systems/fields.ts';
import { noList } from '../../keys/binding.ts';

/** The action of a command with its argument, or the reason against it. */
export type Command = { readonly does: string } & (
  { readonly action: Action; readonly refusal: null } | { readonly action: null; readonly refusal: string }
);

interface CommandKind {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly does: string;
  /** Its syntax. */
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
      const days = /^\d{1,5}$/.test(argument) ? Number(argument) : 0;
      return days > 0 ? (noList(state) ?? { kind: 'thresholdSet', days }) : 'type whole days, such as threshold 45';
    },
  },
  {
    name: 'org',
    aliases: ['organisation', 'organization', 'context', 'ctx'],
    does: 'open an organisation',
    usage: 'org NAME',
    read: organisationCalled,
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
    read: viewCalled,
  },
];

/** The view with this digit, or with a name that begins so. */
function viewCalled(wanted: string, state: State): Action | string {
  const { savedViews } = state.tableColumns;
  const digit = /^\d$/.test(wanted)
    ? wanted
    : viewDigits.find((one) => {
        const view = viewUnder(savedViews, one);
        return typeof view === 'object' && folded(view.name).startsWith(folded(wanted));
      });
  if (digit === undefined) return 'type the digit or name of a view, such as view 2';
  if (digit !== '0' && viewUnder(savedViews, digit) === undefined) return `no view is saved under ${digit}`;
  return noList(state) ?? { kind: 'viewShown', digit };
}

/** The command that was typed with an argument, or with the blank before one; null where there is none. */
export function commandIn(typed: string, state: State): Command | null {
  const text = typed.trimStart();
  const end = text.search(/\s/);
  if (end === -1) return null;
  const [name, argument] = [text.slice(0, end), text.slice(end).trim()];
  const kind = commandKinds.find((one) => one.name === name.toLowerCase() || one.aliases.includes(name.toLowerCase()));
  if (kind === undefined) return null;
  const does = `${kind.name} ${argument}`.trimEnd();
  if (argument === '') return { does: kind.usage, action: null, refusal: kind.does };
  const read = kind.read(argument, state);
  return typeof read === 'string' ? { does, action: null, refusal: read } : { does, action: read, refusal: null };
}

function organisationCalled(wanted: string, state: State): Action | string {
  const all = known(state.organisations.list);
  if (all === null) return 'the organisations are not loaded; @ loads them';
  const meant = organisationMeant(all, wanted);
  return meant.kind === 'found'
    ? { kind: 'organisationChosen', orgId: meant.organisation.orgId }
    : notMeantWords(meant, wanted);
}

function sortBy(wanted: string, state: State): Action | string {
  const refusal = noList(state);
  if (refusal !== null) return refusal;
  const name = folded(wanted).replace(/^by\s+/, '');
  const field =
    sortWords.find(({ words }) => words.includes(name)) ??
    sortWords.find(({ filter }) => filter === name) ??
    sortWords.find(({ words }) => words.some((word) => word.startsWith(name)));
  return field === undefined
    ? `type one of ${sortFields.map(({ id }) => id).join(', ')}`
    : { kind: 'sortChosen', by: field.id };
}

/** A sort is found under its own words, the heading of its column, and its field in a filter. */
const sortWords = sortFields.map(({ id, name, field }) => {
  const { column, filter }: SystemField = systemFields[field];
  const words = [id, name, column?.title ?? id, column?.id ?? id].map(folded);
  return { id, words, filter: filter?.id };
});
