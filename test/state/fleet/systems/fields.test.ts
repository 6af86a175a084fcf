import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSystem } from '../../../../src/api/decode.ts';
import { ExactNumber, parseExactly } from '../../../../src/api/exact-json.ts';
import { lineIn, planEntries } from '../../../../src/state/change/journal/format.ts';
import {
  columnFields,
  detailFields,
  fieldOf,
  fieldNames,
  filteredFields,
  isTimeField,
  recordOf,
  sortFields,
  type SystemField,
  systemFields,
  wireRecord,
  withOtherFields,
} from '../../../../src/state/fleet/systems/fields.ts';
import { filterFields } from '../../../../src/state/fleet/filter/fields.ts';
import { hiddenText } from '../../../../src/api/secrets.ts';
import { fieldKinds } from '../../../../src/api/system.ts';
import { aSystem } from '../../../support/make.ts';
import { holds } from '../../../support/property.ts';

test('every field that is read has its row', () => {
  expect(fieldNames.toSorted()).toEqual(Object.keys(fieldKinds).sort());
});

test('one field is the same as in the whole record, whatever the service has sent', () => {
  const names = fc.constantFrom(...fieldNames, 'rack', 'service.rack', '__proto__', 'constructor');
  holds([fc.array(fc.tuple(names, fc.jsonValue({ maxDepth: 2 })))], { numRuns: 500 }, (fields) => {
    const record: unknown = parseExactly(JSON.stringify(Object.fromEntries([...fields, ['systemId', 'S1']])));
    const read = decodeSystem(record);
    const system = read.ok ? read.value : aSystem();
    const whole = wireRecord(system);
    // A secret is in no record.
    fc.pre(!JSON.stringify(whole).includes(hiddenText));
    for (const name of [...Object.keys(whole), 'rack', 'toString', '__proto__'])
      expect(fieldOf(system, name)).toEqual(Object.hasOwn(whole, name) ? whole[name] : undefined);
  });
});

test.each([
  ['columns', columnFields],
  ['sorts', sortFields],
  ['filters', filteredFields],
] as const)('no two %s have one name or one place', (_, parts) => {
  expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
  expect(new Set(parts.map(({ place }) => place)).size).toBe(parts.length);
});

test('nothing stands in the place of another in details, in CSV, or among the changes', () => {
  const rows = Object.values<SystemField>(systemFields);
  const csv = rows.map((row) => row.csv).filter((place) => place !== undefined);
  const changed = rows.map((row) => row.changed).filter((place) => place !== undefined);
  for (const places of [csv, changed, detailFields.map(({ place }) => place)]) {
    expect(new Set<number>(places).size).toBe(places.length);
  }
});

test('the columns, sorts and filters are those that people have saved and typed', () => {
  expect(columnFields.map(({ id }) => id)).toEqual([
    ...['state', 'lastSeen', 'enrolled', 'key', 'platform', 'version', 'tags', 'id'],
    ...['osVersion', 'connectedFrom', 'description'],
  ]);
  expect(sortFields.map(({ id }) => id)).toEqual([
    ...['name', 'age', 'enrolled', 'state', 'key', 'platform', 'version', 'tags', 'id', 'os', 'from', 'description'],
  ]);
  expect(filteredFields.map(({ id }) => id)).toEqual([
    ...['state', 'seen', 'enrolled', 'key', 'tag', 'os', 'version', 'name', 'id', 'desc', 'ip'],
  ]);
});

test.each(sortFields)('the sort $id and its filter look at their own field alone', ({ id, field }) => {
  const system = aSystem({ systemId: 'S1', description: 'a', tags: ['a', 'b'] });
  const isTime = isTimeField(field);
  const changed = { ...system, [isTime ? `${field}Ms` : field]: isTime ? 7 : field === 'tags' ? ['other'] : 'other' };
  const sorting = sortFields.filter(({ key }) => JSON.stringify(key(system)) !== JSON.stringify(key(changed)));
  expect(sorting.map((one) => one.id)).toEqual([id]);
  const filtering = filteredFields.filter(({ id: name }) =>
    filterFields.get(name)?.values?.(changed).includes('other'),
  );
  expect(filtering.map((one) => one.field)).toEqual(isTime ? [] : [field === 'osVersion' ? 'platformType' : field]);
});

test('a column is no wider than it is of use', () => {
  for (const { id, cells, title } of columnFields) {
    const [min, ideal] = cells;
    expect(min, id).toBeLessThanOrEqual(ideal);
    expect(title.length, id).toBeLessThanOrEqual(ideal);
  }
});

const others = { names: ['site', 'stale'], values: '["Łódź",{"since":[1]}]' };

test('the other fields follow the known ones; one with a known name is distinguished', () => {
  const system = aSystem({ others });
  expect(Object.entries(recordOf(system)).slice(-2)).toEqual([
    ['site', 'Łódź'],
    ['stale', { since: [1] }],
  ]);
  expect(withOtherFields({ stale: true }, system)).toEqual({
    stale: true,
    site: 'Łódź',
    'service.stale': { since: [1] },
  });
});

test('where all the other fields together would make a plan too large to be read, the last ones are left out', () => {
  const systems = ['S1', 'S2'].map((systemId) => aSystem({ systemId, others }));
  const [line] = [...planEntries('N1', systems, { room: 50 })];
  expect(line).toMatchObject({ systems: [{ systemId: 'S1', site: 'Łódź' }, { systemId: 'S2' }] });
  expect(JSON.stringify(line).split('Łódź')).toHaveLength(2);
});

test('a system in a plan or a record is read as the system that it was', () => {
  const fields = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
  const lacking = fc.subarray(['hostname', 'tags', 'customDns', 'lastSeen']);
  const id = fc.bigInt({ min: 0n, max: 2n ** 80n }).map((digits) => new ExactNumber(String(digits)));
  holds([fields, id, lacking], (more, enrolmentKeyId, left) => {
    const { customDns, hostname, lastSeen, tags } = recordOf(aSystem({ tags: ['prod'] }));
    const whole = {
      customDns,
      hostname,
      lastSeen,
      tags,
      ...more,
      systemId: 'S1',
      enrolmentKeyId,
      serials: [enrolmentKeyId],
    };
    const sent = parseExactly(
      JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([name]) => !left.includes(name)))),
    );
    const decoded = decodeSystem(sent);
    if (!decoded.ok) throw new Error(decoded.path);
    const system = decoded.value;
    fc.pre(!JSON.stringify(wireRecord(system)).includes(hiddenText));
    const [line] = Array.from(planEntries('N1', [system]), (entry) => JSON.stringify(entry));
    const plan = lineIn(line ?? '');
    if (plan?.kind !== 'plan') throw new Error('there is a plan');
    expect(decodeSystem(plan.systems[0])).toEqual({ ok: true, value: system });
  });
});
