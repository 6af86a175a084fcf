import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeSystem } from '../../../src/api/decode.ts';
import { planEntries } from '../../../src/state/deletion/journal/format.ts';
import { recordOf, withOtherFields } from '../../../src/state/systems/record.ts';
import { aSystem } from '../../support/make.ts';

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
  const [line] = [...planEntries('N1', systems, 50)];
  expect(line).toMatchObject({ systems: [{ systemId: 'S1', site: 'Łódź' }, { systemId: 'S2' }] });
  expect(JSON.stringify(line).split('Łódź')).toHaveLength(2);
});

test('what is written of a system, a plan or a record, is read as the system that it was', () => {
  const fields = fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue());
  const lacking = fc.subarray(['hostname', 'tags', 'customDns', 'lastSeen']);
  fc.assert(
    fc.property(fields, lacking, (more, left) => {
      const { customDns, hostname, lastSeen, tags } = recordOf(aSystem({ tags: ['prod'] }));
      const whole = { customDns, hostname, lastSeen, tags, ...more, systemId: 'S1' };
      const sent: unknown = JSON.parse(
        JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([name]) => !left.includes(name)))),
      );
      const decoded = decodeSystem(sent);
      if (!decoded.ok) throw new Error(decoded.path);
      const system = decoded.value;
      const [plan] = JSON.parse(JSON.stringify([...planEntries('N1', [system])])) as [{ systems: [unknown] }];
      expect(decodeSystem(plan.systems[0])).toEqual({ ok: true, value: system });
    }),
  );
});
