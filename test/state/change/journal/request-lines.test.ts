/** The lines of a request: what is written is read back, and what is of another shape is none of them. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { holdsHidden } from '../../../../src/state/kernel/hidden-characters.ts';
import { ExactNumber } from '../../../../src/api/exact-json.ts';
import { afterText, requestLineIn, requestText, valuesIn } from '../../../../src/state/change/journal/request-lines.ts';
import type { RequestEnd } from '../../../../src/state/change/journal/request-record.ts';
import { daysAgo } from '../../../support/make.ts';
import { aRecord, anEnd } from '../../../support/request-records.ts';

const at = daysAgo(0);
const writer = { id: 'A', version: '1.0.0', pid: 7, computer: 'here' };

function linesOf(about: Partial<ReturnType<typeof aRecord>> = {}): readonly [string, string] {
  const [header = '', intent = '', ...rest] = requestText(aRecord({ at, ...about }), writer).split('\n');
  expect(rest).toEqual(['']);
  return [header, intent];
}

test.each(['sent', 'preview'] as const)('a request that was %s is its header and its intent', (mode) => {
  const signature = { by: 'anna', at };
  const people = { person: 'ben', reviewed: signature, confirmed: signature };
  const [header, intent] = linesOf({ mode, ...people });
  const { body, before, ...about } = aRecord({ at, mode });
  expect(requestLineIn(header)).toEqual({ kind: 'run', format: 1, does: 'request', ...writer, ...about, ...people });
  expect(requestLineIn(intent)).toEqual({ kind: 'intent', id: 'A', at });
  expect(valuesIn(intent)).toEqual({ body, before });
});

test('whatever a terminal acts on or does not show is an escape in each line, and is read back', () => {
  const name = 'x\u009D0;TITLE\u009Cy\u202Ez\u{E0041}\u007F';
  const about = { orgName: name, address: name, body: { [name]: [name, new ExactNumber('9007199254740993')] } };
  const [header, intent] = linesOf(about);
  const end = afterText({ kind: 'end', id: 'A', ...anEnd({ slug: name, traceId: name }) }).trimEnd();
  expect([header, intent, end].filter(holdsHidden)).toEqual([]);
  expect([requestLineIn(header), valuesIn(intent)]).toMatchObject([{ orgName: name }, { body: about.body }]);
});

test.each<RequestEnd['outcome']>(['done', 'refused', 'unknown', 'withheld'])('its end is read back: %s', (outcome) => {
  for (const about of [{}, { status: null, slug: 'some', traceId: 't', ms: null }]) {
    const line = { kind: 'end', id: 'A', ...anEnd({ outcome, ...about }) } as const;
    expect(requestLineIn(afterText(line))).toEqual(line);
  }
});

test('that somebody has seen it is read back', () => {
  const line = { kind: 'seen', id: 'A', at } as const;
  expect(requestLineIn(afterText(line))).toEqual(line);
});

test('a value larger than a megabyte is cut, with its size and its checksum, and others keep every digit', () => {
  const body = { text: 'ä'.repeat(600_000) };
  const text = JSON.stringify(body);
  const before = { quota: new ExactNumber('9223372036854775807') };
  const [, intent] = linesOf({ body, before });
  const sha256 = createHash('sha256').update(text).digest('hex');
  expect(requestLineIn(intent)).toMatchObject({ cut: { body: { bytes: Buffer.byteLength(text), sha256 } } });
  expect(requestLineIn(intent)).not.toHaveProperty('cut.before');
  expect(valuesIn(intent)).toEqual({ body: text.slice(0, 64 * 1024), before });
  const small = { text: 'x'.repeat(1024 * 1024 - 11) };
  expect(valuesIn(linesOf({ body: small })[1]).body).toEqual(small);
  expect(requestLineIn(linesOf({ before: body })[1])).toHaveProperty('cut.before.sha256', sha256);
});

test.each<[string, object]>([
  ['of another format', { format: 2 }],
  ['of a run', { does: 'delete' }],
  ['of another mode', { mode: 'tried' }],
  ['without a time that can be read', { at: 'today' }],
  ['of no session', { pid: null }],
])('a line %s is none of a request', (_, about) => {
  const header = JSON.parse(linesOf()[0]) as object;
  expect(requestLineIn(JSON.stringify(header))).not.toBeNull();
  expect(requestLineIn(JSON.stringify({ ...header, ...about }))).toBeNull();
});
