import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemsCsv } from '../../../../src/app/commands/reports.ts';
import { systemsListed } from '../../../../src/state/fleet/marks/marks.ts';
import { aSystem } from '../../../support/make.ts';
import { holds } from '../../../support/property.ts';

const idsIn = (text: string, systems: Parameters<typeof systemsListed>[1]): string[] =>
  systemsListed(text, systems).systems.map(({ systemId }) => systemId);

const named = (...names: readonly (string | null)[]) =>
  names.map((hostname, at) => aSystem({ systemId: `id-${at}`, hostname }));

const annas = named('anna', 'anna mac', 'anna, mac', 'anna;x', 'Anna  Mac', null, '');

test.each([
  ['anna', ['id-0']],
  ['ANNA MAC', ['id-1']],
  ['  anna mac\t', ['id-1']],
  ['anna, mac', ['id-2']],
  ['anna;x', ['id-3']],
  ['anna  mac', ['id-4']],
  ['id-5', ['id-5']],
])('a line means the system that all of it names: %j', (line, ids) => {
  expect(idsIn(line, annas)).toEqual(ids);
});

test.each(['anna mac\tx', 'anna mac,x', 'anna mac; 2024-01-01', 'anna mac  offline', '"anna mac",x', '"anna mac"'])(
  'a line that names no system is cut where a column ends: %j',
  (line) => {
    expect(idsIn(line, annas)).toEqual(['id-1']);
  },
);

test('one blank ends no column: another system is never meant', () => {
  expect(systemsListed('anna pc\nanna mac 2\nid-0 x', annas)).toMatchObject({
    systems: [],
    notFound: ['anna pc', 'anna mac 2', 'id-0 x'],
  });
});

test('a line that is the id of one system and the name of another is ambiguous, in either column', () => {
  const systems = [...named('web', 'ID-0', 'id-1'), aSystem({ systemId: 'own', hostname: 'own' })];
  expect(systemsListed('id-0\nid-1,x\nID-0\nown', systems)).toEqual({
    systems: [systems[1], systems[3]],
    found: 2,
    notFound: [],
    ambiguous: ['id-0', 'id-1'],
    several: [],
  });
});

test.each(['srv-1, srv-10', 'srv-1,srv-10', 'SRV-1; id-1', 'srv-1\tsrv-10', 'srv-1  srv-10', 'srv-1, nobody, srv-10'])(
  'a line with the names of several systems marks none of them, and is told: %j',
  (line) => {
    const systems = named('srv-1', 'srv-10', 'srv-2');
    expect(systemsListed(`${line}\nsrv-2`, systems)).toEqual({
      ...{ systems: systems.slice(2), found: 1, notFound: [], ambiguous: [] },
      several: [line],
    });
  },
);

test.each(['id-0, srv-1', 'srv-1, id-0, 2024-01-01', 'srv-1,,;', "'srv-1, x"])(
  'columns that name the same system, or none, make no list of names: %j',
  (line) => {
    expect(systemsListed(line, named('srv-1', 'srv-10'))).toMatchObject({ found: 1, several: [] });
  },
);

test.each<[string, string[], string[]]>([
  ['srv-1, srv-99', ['id-0'], ['srv-99']],
  ['srv-1;SRV-99', ['id-0'], ['SRV-99']],
  ['srv-1\tsrv-x', ['id-0'], ['srv-x']],
  ['srv-1  srv-99, srv-98', ['id-0'], ['srv-99', 'srv-98']],
  ['id-0, id-7', ['id-0'], ['id-7']],
  ['srv-1, nobody', ['id-0'], []],
  ['srv-98, srv-99', [], ['srv-98', 'srv-99']],
  ['srv-1, srv-99\nsrv-10, srv-99', ['id-0', 'id-1'], ['srv-99']],
  ['srv-1,Linux,Debian 13,2024-01-01,10.0.0.1,offline', ['id-0'], []],
])('an unknown name after another on the line is not found: %j', (text, ids, notFound) => {
  const listed = systemsListed(text, named('srv-1', 'srv-10', 'srv-2'));
  expect(listed).toMatchObject({ notFound, found: ids.length, several: [] });
  expect(listed.systems.map(({ systemId }) => systemId)).toEqual(ids);
});

test('a known name after an unknown one is told with its line', () => {
  const listed = systemsListed('srv-99, srv-1', named('srv-1', 'srv-10'));
  expect(listed).toMatchObject({ systems: [], notFound: [], several: ['srv-99, srv-1'] });
});

test('each name on a line is marked, or told as not found or with its line', () => {
  const name = fc.nat({ max: 5 }).map((at) => `srv-${at}`);
  const lines = fc.array(fc.array(name, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
  const systems = named('srv-0', 'srv-1', 'srv-2');
  holds([lines, fc.constantFrom(',', ', ', ';', '\t', '  ')], (all, separator) => {
    const listed = systemsListed(all.map((names) => names.join(separator)).join('\n'), systems);
    const told = [...listed.systems.map(({ hostname }) => hostname), ...listed.notFound];
    for (const names of all)
      if (!listed.several.includes(names.join(separator))) expect(told).toEqual(expect.arrayContaining(names));
    expect(listed.found).toBe(listed.systems.length);
  });
});

test('names that differ by blanks around them alone are ambiguous', () => {
  expect(systemsListed('db', named('db', 'db '))).toMatchObject({ systems: [], ambiguous: ['db'] });
});

test('comments, blank lines and repetitions do not count', () => {
  const text = '\uFEFF# old\r\nanna\r\n\r\n  nobody;2024-01-01\nanna\rnobody,x\n,x\n""';
  expect(systemsListed(text, annas)).toMatchObject({ found: 1, notFound: ['nobody'], ambiguous: [] });
});

test("a line with the ' of a spreadsheet that may mean two systems is ambiguous", () => {
  const systems = ["'+", '+'].map((systemId) => aSystem({ systemId, hostname: null }));
  expect(systemsListed("'+", systems)).toMatchObject({ systems: [], ambiguous: ["'+"] });
  expect(systemsListed("'+", systems.slice(1))).toMatchObject({ systems: systems.slice(1), ambiguous: [] });
});

test('the CSV that rollcall writes is a list of its systems, whatever their ids', () => {
  const id = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...Array.from('aB1-=+@,;". \'')) });
  const ids = fc.uniqueArray(id.filter((one) => one.trim() === one && !one.startsWith('#') && one !== "'"));
  // An id that is another one with a ' before it is ambiguous in a list.
  const apart = ids.filter((all) => !all.some((one) => all.includes(`'${one}`)));
  holds([apart], (all) => {
    const systems = all.map((systemId, at) => aSystem({ systemId, hostname: `host ${at}` }));
    const {
      notFound,
      systems: found,
      ambiguous,
    } = systemsListed(systemsCsv(systems, { days: 90, now: 0, isVerified: true }), systems);
    expect([notFound, ambiguous, new Set(found)]).toEqual([[], [], new Set(systems)]);
  });
});

test('a name that is listed as a keyboard writes it is found as macOS writes it, and the other way round', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => /^[^\s,;"#'\0]+$/.test(one));
  holds([name], (one) => {
    const systems = named(one.normalize('NFD'), one.normalize('NFC'));
    for (const system of systems) {
      expect(idsIn(one.normalize('NFC'), [system])).toEqual([system.systemId]);
      expect(idsIn(one.normalize('NFD'), [system])).toEqual([system.systemId]);
    }
    expect(systemsListed(one, systems)).toMatchObject({ systems: [], ambiguous: [one] });
  });
});

test('a list may have 100,000 ids', () => {
  const systems = Array.from({ length: 100_000 }, (_, at) => aSystem({ systemId: `id ${at}`, hostname: `n ${at}` }));
  const text = systems.map(({ systemId }) => systemId).join('\n');
  expect(systemsListed(text, systems)).toMatchObject({ found: 100_000, notFound: [], ambiguous: [] });
});
