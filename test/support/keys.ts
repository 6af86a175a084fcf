/** Which key does something, and which bytes does a terminal send for it? */
import { deletionKeys } from '../../src/screens/deletion/deletion-keys.ts';
import { detailsKeys } from '../../src/screens/details/details-keys.ts';
import { createdKeys, describeKeys, keysSeenKeys } from '../../src/screens/enrolment-keys/enrolment-keys-keys.ts';
import type { BindingGroup } from '../../src/screens/keys/binding.ts';
import { globalKeys } from '../../src/screens/keys/global-keys.ts';
import type { KeyName } from '../../src/screens/keys/keystroke.ts';
import { listKeys } from '../../src/screens/keys/list-keys.ts';
import { organisationsKeys } from '../../src/screens/organisations/organisations-keys.ts';
import { helpKeys, quitKeys } from '../../src/screens/overlays/overlay-keys.ts';
import { phraseKeys, reviewKeys } from '../../src/screens/review/review-keys.ts';
import { baseUrlKeys, tokenKeys } from '../../src/screens/sign-in/sign-in-keys.ts';
import { staleKeys } from '../../src/screens/stale/stale-keys.ts';
import { promptKeys } from '../../src/screens/systems/prompt-keys.ts';
import { systemsKeys } from '../../src/screens/systems/systems-keys.ts';

const groups: readonly BindingGroup[] = [
  ...[baseUrlKeys, tokenKeys, organisationsKeys, ...systemsKeys, promptKeys, detailsKeys, staleKeys],
  ...[reviewKeys, phraseKeys, deletionKeys, describeKeys, createdKeys, keysSeenKeys, listKeys, globalKeys],
  ...[...helpKeys, ...quitKeys],
];

/** The key of the binding whose words begin like this; where several do, the key that they have in common. */
export function keyThat(does: string): KeyName {
  const found = groups.flatMap(({ bindings }) => bindings).filter((binding) => binding.does.startsWith(does));
  const key = found[0]?.keys.find((name) => found.every(({ keys }) => keys.includes(name)));
  if (key !== undefined) return key;
  const words = found.map((binding) => `"${binding.does}" (${binding.keys.join(' ')})`);
  throw new Error(`Which key is meant by "${does}"? There is ${words.join(', ') || 'none'}.`);
}

const escape = '\u{1B}';

const bytes: Readonly<Record<KeyName, string>> = {
  enter: '\r',
  esc: escape,
  tab: '\t',
  space: ' ',
  backspace: '\u{7F}',
  up: `${escape}[A`,
  down: `${escape}[B`,
  right: `${escape}[C`,
  left: `${escape}[D`,
  'shift-right': `${escape}[1;2C`,
  'shift-left': `${escape}[1;2D`,
  home: `${escape}[H`,
  end: `${escape}[F`,
  pageUp: `${escape}[5~`,
  pageDown: `${escape}[6~`,
};

/** What a terminal sends for a key. */
export function bytesOf(key: KeyName): string {
  const control = /^ctrl-([a-z])$/.exec(key)?.[1];
  return control === undefined ? (bytes[key] ?? key) : String.fromCharCode(control.charCodeAt(0) - 96);
}

/** What a terminal sends for pasted text: brackets tell it from typing. */
export function pasteOf(text: string): string {
  return `${escape}[200~${text}${escape}[201~`;
}
