/** The names of keys in bindings, and the labels that hints show for them. */

/** A printable character stands for itself; other keys have the names below, with `ctrl-` or `shift-` in front. */
export type KeyName = string;

const labels: Readonly<Record<KeyName, string>> = {
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  'shift-left': '⇧←',
  'shift-right': '⇧→',
  pageUp: 'PgUp',
  pageDown: 'PgDn',
  home: 'Home',
  end: 'End',
};

/** The word for a key in hints, help and README. */
export function keyLabel(key: KeyName): string {
  return labels[key] ?? key;
}
