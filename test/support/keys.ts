/** The keys of the bindings, and the bytes that a terminal sends for them. */
import { groups } from '../../docs/tools/key-groups.ts';
import type { KeyName } from '../../src/screens/screen-definition.ts';

/** The key of the binding with these words, or with words that begin so; the shared key of several bindings. */
export function keyThat(does: string): KeyName {
  const bindings = [...groups].flatMap((group) => group.bindings);
  const exact = bindings.filter((binding) => binding.does === does);
  const found = exact.length > 0 ? exact : bindings.filter((binding) => binding.does.startsWith(does));
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

/** The bytes that a terminal sends for a key. */
export function bytesOf(key: KeyName): string {
  const control = /^ctrl-([a-z])$/.exec(key)?.[1];
  return control === undefined ? (bytes[key] ?? key) : String.fromCharCode(control.charCodeAt(0) - 96);
}

/** The bytes that a terminal sends for pasted text: brackets tell it from typing. */
export function pasteOf(text: string): string {
  return `${escape}[200~${text}${escape}[201~`;
}
