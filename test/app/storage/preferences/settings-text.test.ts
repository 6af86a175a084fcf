/** The text of a settings file: what is read of it, what makes all of it unusable, and what stays when it is changed. */
import fc from 'fast-check';
import { expect, describe, test } from 'vitest';
import { changeText, readSettingsText } from '../../../../src/app/storage/preferences/settings-text.ts';
import { holds } from '../../../support/property.ts';

function read(text: string) {
  const answer = readSettingsText(text);
  return answer.ok ? answer : answer.fault;
}

const inProfile = (text: string): string => `{ "profiles": { "default": { ${text} } } }`;
const inOrganisation = (text: string): string => inProfile(`"organisations": { "https://a.example N1": { ${text} } }`);

describe('settings that a person may write are read as they are meant', () => {
  test.each([
    ['a comma after the last value', inProfile('"days": 30,')],
    ['a comma after the last brace', '{ "profiles": { "default": { "days": 30 }, }, }'],
    ['comments', `// mine\n${inProfile('/* long */ "days": 30 // why\n')}`],
    ['a number in another spelling', inProfile('"days": 3e1')],
    ['windows line ends', inProfile('"days": 30').replaceAll(' ', '\r\n')],
  ])('%s', (_, text) => {
    expect(read(text)).toEqual({ ok: true, value: { profiles: { default: { days: 30 } } }, notes: [] });
  });

  test.each([['__proto__'], ['constructor'], ['toString']])('a profile called %s', (name) => {
    const text = `{ "profiles": { "a": {}, "${name}": {} } }`;
    expect(read(text)).toMatchObject(name === '__proto__' ? { column: 26 } : { ok: true });
  });
});

describe('a protection that is not understood makes the whole file unusable, with the place', () => {
  const unusable: readonly (readonly [string, string])[] = [
    ['', 'A value is missing.'],
    [' \n // nothing\n', 'A value is missing.'],
    ['7', 'The settings must be an object in braces.'],
    ['[]', 'The settings must be an object in braces.'],
    ['{', 'A closing brace } is missing.'],
    ['{}{}', 'Something follows the end of the settings.'],
    ['{ "profiles": { } "format": 1 }', 'A comma is missing before this.'],
    ['{ "profiles" { } }', 'A colon is missing before this.'],
    ['{ profiles: { } }', 'This word is none of JSON. Put a text into double quotes.'],
    ["{ 'profiles': { } }", 'This word is none of JSON. Put a text into double quotes.'],
    [inProfile('"readOnly": yes'), 'This word is none of JSON. Put a text into double quotes.'],
    [inProfile('"days": 30,, "pageSize": 3'), 'A name in double quotes is missing.'],
    ['{ "format": 2, "profiles": [] }', 'The file is of a later version of rollcall.'],
    ['{ "format": "1" }', '"format" must be 1.'],
    ['{ "profiles": [] }', '"profiles" must be an object.'],
    ['{ "profiles": { "default": 7 } }', '"default" in profiles must be an object.'],
    ['{ "profiles": { "defualt": {} } }', '"defualt" in profiles is not the name of a profile. Did you mean default?'],
    ['{ "profiles": { "a b": {} } }', '"a b" in profiles is not the name of a profile.'],
    ['{ "profiles": { "a": {}, "a": {} } }', '"a" in profiles is there twice.'],
    ['{ "profile": {} }', 'Unknown key "profile". Did you mean profiles?'],
    ['{ "readOnly": true }', 'Unknown key "readOnly".'],
    [inProfile('"protectedSystems": []'), 'Unknown key "protectedSystems" in profiles.default.'],
    [inProfile('"days": "365"'), '"days" in profiles.default must be 1 to 999999.'],
    [inProfile('"days": null'), '"days" in profiles.default must be 1 to 999999.'],
    [inProfile('"days": 0'), '"days" in profiles.default must be 1 to 999999.'],
    [inProfile('"readOnly": "yes"'), '"readOnly" in profiles.default must be true or false.'],
    [
      inProfile('"tokenCommandFor": "https://a.example"'),
      '"tokenCommandFor" in profiles.default must be a list of texts.',
    ],
    [inProfile('"readOnly": true, "readOnly": false'), '"readOnly" in profiles.default is there twice.'],
    [inProfile('"readonly": true'), 'Unknown key "readonly" in profiles.default. Did you mean readOnly?'],
    [inProfile('"read-only": true'), 'Unknown key "read-only" in profiles.default. Did you mean readOnly?'],
    [inProfile('"markDisabled": 0'), '"markDisabled" in profiles.default must be true or false.'],
    [inProfile('"organisations": []'), '"organisations" in profiles.default must be an object.'],
    [
      inProfile('"organisations": { "https://a.exampleN1": {} }'),
      '"https://a.exampleN1" in default.organisations is not an address and an organisation id with a space between.',
    ],
    ...['https:// N1', 'https://[ N1', 'ftp://a.example N1', 'a.example'].map((name): [string, string] => [
      inProfile(`"organisations": { "${name}": {} }`),
      `"${name}" in default.organisations is not an address and an organisation id with a space between.`,
    ]),
    [inOrganisation('"readOnly": 1'), '"readOnly" in organisations.https://a.example N1 must be true or false.'],
    [
      inOrganisation('"protectedSystems": "A"'),
      '"protectedSystems" in organisations.https://a.example N1 must be a list of texts.',
    ],
    [
      inOrganisation('"protectedSystems": ["A", 7]'),
      '"protectedSystems" in organisations.https://a.example N1 must be a list of texts.',
    ],
    [
      inOrganisation('"protection": { "tag": ["keep"] }'),
      'Unknown key "tag" in https://a.example N1.protection. Did you mean tags?',
    ],
    [
      inOrganisation('"protection": { "share": "10 %" }'),
      '"share" in https://a.example N1.protection must be 1 to 100.',
    ],
  ];
  test.each(unusable)('%s', (text, message) => {
    expect(read(text)).toMatchObject({ message });
  });

  test('the line and the column are those of the value', () => {
    expect(read('{\n\t"profiles": {\r\n\t\t"default": { "days": "365" }\n}}')).toMatchObject({ line: 3, column: 24 });
    expect(read('{"profiles":{}')).toMatchObject({ line: 1, column: 15 });
  });

  test('nesting that no settings have is refused, however deep', () => {
    for (const depth of [101, 200_000]) {
      expect(read('[{"a":'.repeat(depth))).toMatchObject({ message: 'The settings are nested too deeply.' });
    }
  });
});

test('an unknown key is no longer harmless where a protecting key was at the last start', () => {
  const last = { profiles: { default: { readOnly: true } } };
  expect(readSettingsText(inProfile('"r": true'), last)).toMatchObject({
    fault: { message: 'Unknown key "r" in profiles.default. Did you mean readOnly?' },
  });
  // Nearer to another key, which protects nothing.
  expect(readSettingsText(inProfile('"rely": true'), last)).toMatchObject({ ok: false });
  expect(readSettingsText(inProfile('"r": true, "readOnly": true'), last)).toMatchObject({ ok: true });
  expect(readSettingsText(inProfile('"r": true')).ok).toBe(true);
});

describe('a setting that protects nothing and is not understood is named, and the rest holds', () => {
  test.each([
    [inProfile('"days": 30, "pagesize": 9'), 'unknown key "pagesize" in profiles.default. Did you mean pageSize?'],
    [inProfile('"days": 30, "pageSize": "9"'), '"pageSize" in profiles.default must be 1 to 1000. It is not used.'],
    [inProfile('"days": 30, "bell": "loud"'), '"bell" in profiles.default must be true or false. It is not used.'],
    [
      inProfile('"days": 30, "portal": "https://portal.example/{systemid}"'),
      '"portal": {systemid} is unknown. Did you mean {systemId}? It is not used in profiles.default.',
    ],
    [
      inProfile(`"days": 30, "portal": "https://portal.example/{systemId}/${'a'.repeat(300)}"`),
      '"portal": Type at most 300 characters. It is not used in profiles.default.',
    ],
    [inProfile('"days": 30, "portal": 7'), '"portal" in profiles.default must be a text of at most 300 characters.'],
    [inProfile('"days": 30, "baseUrl": 7'), '"baseUrl" in profiles.default must be a text. It is not used.'],
    [inProfile('"days": 30, "constructor": 1'), 'unknown key "constructor" in profiles.default.'],
  ])('%s', (text, message) => {
    const answer = read(text);
    expect(answer).toMatchObject({ ok: true, value: { profiles: { default: { days: 30 } } } });
    expect('notes' in answer ? answer.notes.join('\n') : '').toContain(
      `Settings file: ${message}`.slice(message.startsWith('must') ? 15 : 0),
    );
  });

  test('a colour and views that are none', () => {
    const text = inOrganisation('"word": "PROD", "colour": "pink", "views": { "1": [], "2": { "filter": 7 } }');
    const answer = read(text);
    expect(answer).toMatchObject({ ok: true });
    expect('notes' in answer ? answer.notes : []).toHaveLength(3);
  });
});

/** As people write settings: comments, blanks, and a comma at the end. */
const written = `// my settings
{
  "profiles": {
    /* the laptop */
    "default": {
      "days": 30, // a month
      "flavour": "of another version",
      "organisations": {
        "https://a.example N1": {
          "protectedSystems": [
            "A", // the printer
            "B",
            "C", // the door
          ],
        },
      },
    },
  },
}
`;

describe('a change leaves everything else as it was written', () => {
  const before = readSettingsText(written);
  const profile = (change: object, protectedSystems = ['A', 'B', 'C']) => ({
    profiles: {
      default: {
        ...{ days: 30, flavour: 'of another version' },
        organisations: { 'https://a.example N1': { protectedSystems } },
        ...change,
      },
    },
  });
  const changed = (after: Readonly<Record<string, unknown>>): readonly string[] => {
    const text = changeText(written, before.ok ? before.value : {}, after);
    const was = written.split('\n');
    return text.split('\n').filter((line) => !was.includes(line));
  };

  test('one value', () => {
    expect(changed(profile({ days: 45 }))).toEqual(['      "days": 45, // a month']);
  });

  test('a value that is new', () => {
    expect(changed(profile({ readOnly: true })).join('\n')).toContain('      "readOnly": true');
  });

  test('one system more, one less', () => {
    expect(changed(profile({}, ['A', 'B', 'C', 'D'])).join('\n')).toContain('            "D"');
    expect(changed(profile({}, ['A', 'C']))).toEqual([]);
    expect(changed(profile({}, ['A', 'B'])).join('\n')).not.toContain('"C"');
    // All that is beside another list stays in its line.
    const was = profile({}, ['A']);
    expect(changeText(JSON.stringify(was), was, profile({}, ['X']))).toMatch(/^\{"profiles":\{"default":\{"days":30,/);
    const more = profile({}, ['A', 'B']);
    expect(changeText(JSON.stringify(more), more, was)).toBe(JSON.stringify(was));
  });

  test('whatever changes, it is read again as it was meant, and comments beside other values stay', () => {
    const ids = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E f', 'g"h'), { maxLength: 6 });
    const change = fc.record({ days: fc.integer({ min: 1, max: 400 }), readOnly: fc.boolean() }, { requiredKeys: [] });
    holds([ids, change], (systems, more) => {
      const after = profile(more, systems);
      const text = changeText(written, before.ok ? before.value : {}, after);
      expect(readSettingsText(text)).toMatchObject({ ok: true, value: after });
      expect(text).toContain('// my settings');
      expect(text).toContain('/* the laptop */');
      expect(text).toContain('// a month');
    });
  });

  test('a file of one line is read again as it was meant, too', () => {
    const ids = fc.uniqueArray(fc.constantFrom('A', 'B', 'C', 'D', 'E f', 'g"h'), { maxLength: 6 });
    holds([ids, ids], (earlier, later) => {
      const [was, after] = [profile({}, earlier), profile({ days: 45 }, later)];
      expect(readSettingsText(changeText(JSON.stringify(was), was, after))).toMatchObject({
        ok: true,
        value: after,
      });
    });
  });
});
