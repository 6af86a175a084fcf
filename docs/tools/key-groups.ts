/** The groups of keys of all screens, from the registry, in the order in which they are met. */
import { type BindingGroup, listKeysWithoutPages } from '../../src/screens/screen-definition.ts';
import { globalKeys } from '../../src/screens/shell/program-screens.tsx';
import { screens } from '../../src/screens/screens.ts';

/** A title that is missing here comes last. */
const titles = [
  ...[
    'Sign in',
    'Keychain',
    'Keep the token',
    'Token command',
    'Organisations',
    'Filter organisations',
    'Organisation',
    'Stale systems of all',
  ],
  ...['Mark', 'Act', 'Find', 'Prompt', 'Filter', 'Move', 'One system', 'Stale'],
  ...['Review', 'Confirm', 'Deletion', 'Runs', 'Run elsewhere', 'New enrolment key', 'Enrolment keys seen'],
  ...[
    'Everywhere',
    'Requests',
    'Filter of requests',
    'Your commands',
    'Run a command',
    'Help',
    'Search the help',
    'New token',
    'Profiles',
    'Name of a profile',
    'Mark all',
  ],
  ...['Mark from a list', 'Copy', 'Export', 'Columns', 'Save a view', 'Weaker protection', 'Sign out'],
];

function place({ title }: BindingGroup): number {
  const at = titles.indexOf(title);
  return at < 0 ? titles.length : at;
}

const declared = [
  globalKeys,
  ...Object.values(screens).flatMap(({ keys, fieldKeys = [] }) => [...fieldKeys, ...keys]),
  // The same motions as those of the long list, in nearly the same words.
].filter((group) => group !== listKeysWithoutPages);

export const groups: readonly BindingGroup[] = [...new Set(declared)].sort((a, b) => place(a) - place(b));
