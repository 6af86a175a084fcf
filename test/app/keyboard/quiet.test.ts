/** Letters typed for what is not there: over the bindings of all screens, at given times. */
import { describe, expect, test } from 'vitest';
import { groups } from '../../../docs/tools/key-groups.ts';
import { createQuiet } from '../../../src/app/keyboard/typing-guards.ts';
import { type Binding, type BindingGroup, bindingOf, keyLabel } from '../../../src/screens/screen-definition.ts';
import { quietMs } from '../../../src/state/kernel/form.ts';
import '../../../src/state/root/features.ts';

/** Every key that types a character on any screen, with what it does there. */
const typed = groups.flatMap((group) =>
  group.bindings.flatMap((binding) =>
    binding.keys.filter((key) => Array.from(key).length === 1).map((key) => ({ group, key, binding })),
  ),
);

const harmless = ['moved', 'helpOpened', 'paletteOpened', 'searchOpened'];

function isHarmless({ action }: Binding): boolean {
  return harmless.includes(action.kind);
}

/** Is the key swallowed, so long after one that led back from a screen with this group, or with text? */
function isSwallowed(from: BindingGroup | null, key: string, binding: Binding, afterMs: number): boolean {
  const quiet = createQuiet();
  quiet.left(from && [from], 1000);
  return quiet.refusalOf(key, binding, 1000 + afterMs) !== null;
}

describe('one esc later', () => {
  test.each(groups.map((from) => [from.title, from] as const))(
    'a letter that did something else in "%s" does nothing for 400 ms',
    (_, from) => {
      for (const { key, binding, group } of typed) {
        const before = bindingOf([from], key)?.action;
        const isSame = JSON.stringify(before) === JSON.stringify(binding.action);
        const swallowed = [1, quietMs - 1, quietMs].map((afterMs) => isSwallowed(from, key, binding, afterMs));
        const isFelt = !isSame && !isHarmless(binding);
        expect([group.title, key, swallowed]).toEqual([group.title, key, [isFelt, isFelt, false]]);
      }
    },
  );

  test('p does not protect after it opened the records of results', () => {
    const [results, list] = ['Results', 'Act'].map((title) => groups.find((group) => group.title === title));
    const protecting = list && bindingOf([list], 'p');
    expect([results && bindingOf([results], 'p')?.action.kind, protecting?.action.kind]).toEqual([
      'recordsShown',
      'protectionToggled',
    ]);
    expect(results && protecting && isSwallowed(results, 'p', protecting, quietMs - 1)).toBe(true);
  });

  test('every letter does nothing where it was text, or where it came in one read with esc', () => {
    for (const { group, key, binding } of typed) {
      const swallowed = [isSwallowed(null, key, binding, 1), isSwallowed(group, key, binding, 0)];
      expect([key, swallowed]).toEqual([key, Array(2).fill(!isHarmless(binding))]);
    }
  });

  test.each(['esc', 'up', 'left', 'pageDown', 'tab', 'ctrl-c', 'ctrl-r', 'space', 'enter'])(
    '%s counts at once',
    (key) => {
      for (const { binding } of typed) expect(isSwallowed(null, key, binding, 1)).toBe(false);
    },
  );
});

describe('after a key that did nothing', () => {
  const [marking, moving] = ['a', 'j'].map((key) => typed.find((one) => one.key === key)?.binding) as [
    Binding,
    Binding,
  ];

  test('any other letter does nothing, wherever it is bound, and moving does what it does', () => {
    for (const { key, binding } of typed) {
      const quiet = createQuiet();
      quiet.refused('!', 1000);
      expect(quiet.refusalOf(key, binding, 1001) !== null).toBe(key !== '!' && !isHarmless(binding));
    }
  });

  test('a text is swallowed whole, with its blanks and its enter, which ends it', () => {
    const quiet = createQuiet();
    quiet.refused('!', 0);
    let atMs = 0;
    for (const key of ['d', 'b', 'space', '1', 'enter']) {
      atMs += quietMs - 1;
      const reason = `${keyLabel(key)} came right after a key that did nothing: ignored. Press it again.`;
      expect(quiet.refusalOf(key, marking, atMs)).toBe(reason);
      expect(quiet.refusalOf('j', moving, atMs)).toBeNull();
    }
    expect(quiet.refusalOf('enter', marking, atMs + 1)).toBeNull();
  });

  test('after a text without an enter, letters count once none was typed for 400 ms', () => {
    const quiet = createQuiet();
    quiet.refused('!', 0);
    expect(quiet.refusalOf('d', marking, 300)).not.toBeNull();
    expect(quiet.refusalOf('b', marking, 300 + quietMs - 1)).not.toBeNull();
    expect(quiet.refusalOf('d', marking, 300 + 2 * quietMs - 1)).toBeNull();
  });
});
