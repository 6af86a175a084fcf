import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type OwnCommand, ownCommandsFrom, wordsOf } from '../../../../src/state/shell/own-commands.ts';
import { anOrganisation, aSystem } from '../../../support/make.ts';
import { property } from '../../../support/property.ts';

const ping = { key: '!p', name: 'ping', argv: ['ping', '-c', '3', '{connectedFrom}'] };

function commandWith(argv: readonly string[], about: Partial<OwnCommand> = {}): OwnCommand {
  return { key: '!x', name: 'x', argv, on: 'system', isConfirmed: false, isSafe: false, ...about };
}

const subject = {
  system: aSystem({ hostname: 'db-1', connectedFrom: '192.0.2.7', description: 'a b; rm -rf "$HOME"' }),
  organisation: anOrganisation({ orgId: 'n7', orgName: 'Northwind' }),
  baseUrl: 'https://api.example',
};

describe('a command of the settings file', () => {
  test('has usual values', () => {
    expect(ownCommandsFrom([ping])).toEqual({
      commands: [{ ...ping, on: 'system', isConfirmed: false, isSafe: false }],
      faults: [],
    });
  });

  test.each<[unknown, string]>([
    [7, 'it is no object'],
    [{ ...ping, confrim: true }, 'unknown key "confrim"; did you mean confirm?'],
    [{ ...ping, key: 'p' }, '"key" must be ! and a letter'],
    [{ ...ping, name: '' }, '"name" must have 1 to 30 characters'],
    [{ ...ping, argv: 'ping' }, '"argv" must be a list of texts'],
    [{ ...ping, argv: ['{hostname}'] }, 'the program cannot be a value'],
    [{ ...ping, argv: ['ssh', 'admin@{hostnam}'] }, 'unknown value "hostnam"; did you mean hostname?'],
    [{ ...ping, argv: ['ssh', '{hostnam}'] }, 'unknown value "hostnam"; did you mean hostname?'],
    [{ ...ping, argv: ['ssh', '{ip}'] }, 'unknown value "ip"; did you mean connectedFrom?'],
    [{ ...ping, argv: ['x', '{tags}'] }, 'unknown value "tags"'],
    [{ ...ping, on: 'organisation' }, 'unknown value "connectedFrom"'],
    [{ ...ping, confirm: 'yes' }, '"confirm" and "safe" must be true or false'],
  ])('%j is not used, and the others are', (stored, message) => {
    const { commands, faults } = ownCommandsFrom([stored, { ...ping, key: '!q' }]);
    expect(commands.map(({ key }) => key)).toEqual(['!q']);
    expect(faults).toEqual([expect.stringContaining(`Settings file: command 1 is not used: ${message}`)]);
  });

  test('of two with one key the first is used', () => {
    expect(ownCommandsFrom([ping, ping]).faults).toEqual(['Settings file: command 2 is not used: !p is taken.']);
  });

  property('may be anything, and is then none', [fc.array(fc.jsonValue())], (stored) => {
    const { commands, faults } = ownCommandsFrom(stored);
    expect(commands.length + faults.length).toBe(stored.length);
  });
});

describe('its words', () => {
  test('have values within an argument', () => {
    const command = commandWith([
      'ssh',
      'admin@{hostname}',
      '--at={connectedFrom}:{enrolmentKeyId}',
      '{baseUrl}/ui',
      '{{}}',
    ]);
    const system = aSystem({ hostname: 'büro-7.example', connectedFrom: '::1', enrolmentKeyId: 29 });
    expect(wordsOf(command, { ...subject, system })).toEqual({
      ok: true,
      words: ['ssh', 'admin@büro-7.example', '--at=::1:29', 'https://api.example/ui', '{{}}'],
    });
  });

  test.each([
    'a b',
    'a;reboot',
    '$(reboot)',
    'a/../b',
    'a@evil.example',
    '-oProxyCommand=x',
    "a'b",
    'a\nb',
    '--',
    '*',
    '`x`',
  ])('are none with %j, as a whole argument or within one', (hostname) => {
    for (const argument of ['{hostname}', 'admin@{hostname}', 'ping {hostname}', '{hostname}:22']) {
      for (const argv of [
        ['watch', 'echo', argument],
        ['ssh', 'jump', '--', argument],
      ]) {
        const words = wordsOf(commandWith(argv), { ...subject, system: aSystem({ hostname }) });
        const message = `its hostname "${hostname}" has more than letters, digits and . _ : % + -`;
        expect(words).toEqual({ ok: false, message });
      }
    }
  });

  test('name a long value by its beginning', () => {
    const words = wordsOf(commandWith(['x', '{hostname}']), {
      ...subject,
      system: aSystem({ hostname: ' '.repeat(99) }),
    });
    expect(words).toMatchObject({ ok: false, message: expect.stringContaining(`"${' '.repeat(39)}…"`) as string });
  });

  test.each([null, ''])('are none with the hostname %j', (hostname) => {
    const system = aSystem({ hostname });
    const message = 'it has no hostname';
    expect(wordsOf(commandWith(['ssh', '{hostname}']), { ...subject, system })).toEqual({ ok: false, message });
  });

  test('need a system, unless they are about the organisation', () => {
    const without = { ...subject, system: undefined };
    expect(wordsOf(commandWith(['date']), without)).toEqual({ ok: false, message: 'no system is shown' });
    expect(wordsOf(commandWith(['echo', '{orgId}'], { on: 'organisation' }), without)).toEqual({
      ok: true,
      words: ['echo', 'n7'],
    });
  });

  property(
    'hold no sign of a value that a shell, an option or an address gives a meaning',
    [fc.string()],
    (hostname) => {
      const words = wordsOf(commandWith(['x', '{hostname}']), { ...subject, system: aSystem({ hostname }) });
      if (words.ok) expect(words.words[1]).toMatch(/^[\p{L}\p{N}:_][\p{L}\p{N}._:%+-]*$/u);
      else expect(hostname === '' || /[^\p{L}\p{N}._:%+-]|^[.%+-]/u.test(hostname)).toBe(true);
    },
  );
});
