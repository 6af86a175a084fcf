/** Which keys are in one input event? Fast typing arrives as one string; each of its characters is a key. */
import type { Key } from 'ink';
import type { KeyName } from '../../screens/keys/key-name.ts';

/** The names of the keys, in the order typed. Sequences that stand for no key give none. */
export function keystrokes(input: string, key: Key): readonly KeyName[] {
  const named = nameOf(key);
  if (named !== undefined) return [key.shift ? `shift-${named}` : named];
  // Terminals that report releases (kitty's protocol) must not repeat the key.
  if (key.eventType === 'release' || key.meta) return [];
  if (key.ctrl) return input === '' ? [] : [`ctrl-${input}`];
  return Array.from(input, (character) => characterName(character)).filter((name) => name !== undefined);
}

/** Is this event text for a field, and nothing else? */
export function isText(input: string, key: Key): boolean {
  return nameOf(key) === undefined && !key.ctrl && !key.meta && input !== '' && !/\p{Cc}/u.test(input);
}

function nameOf(key: Key): KeyName | undefined {
  if (key.upArrow) return 'up';
  if (key.downArrow) return 'down';
  if (key.leftArrow) return 'left';
  if (key.rightArrow) return 'right';
  if (key.pageUp) return 'pageUp';
  if (key.pageDown) return 'pageDown';
  if (key.home) return 'home';
  if (key.end) return 'end';
  if (key.return) return 'enter';
  if (key.escape) return 'esc';
  if (key.tab) return 'tab';
  if (key.backspace) return 'backspace';
  if (key.delete) return 'delete';
  return undefined;
}

function characterName(character: string): KeyName | undefined {
  if (character === ' ') return 'space';
  if (character === '\r' || character === '\n') return 'enter';
  if (character === '\t') return 'tab';
  return /\p{Cc}/u.test(character) ? undefined : character;
}
