import { expect, test } from 'vitest';
import { capabilitiesOf, type Capability } from '../../../src/api/calls/operations-at.ts';
import { aDefinition, definitionFrom } from '../../support/definition.ts';
import { hostileDocument } from '../../support/documents/hostile.ts';
import { usualDocument } from '../../support/documents/usual.ts';

const forms: Readonly<Record<Capability, string>> = {
  'disable system': 'PUT /org/{orgId}/systems/{systemId}/disable',
  'enable system': 'PUT /org/{orgId}/systems/{systemId}/enable',
};
const all = Object.keys(forms) as Capability[];

const path = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'string' } });
const query = (name: string, required: boolean): object => ({
  name,
  in: 'query',
  required,
  schema: { type: 'string' },
});
const body = (required: boolean): object => ({
  requestBody: { required, content: { 'application/json': { schema: { type: 'object' } } } },
});

test('the usual document has every capability', () => {
  expect([...capabilitiesOf(definitionFrom(usualDocument()))]).toEqual(all);
});

test('the five operations alone, the hostile document and one without operations have none', () => {
  const five = [
    ...['GET /account/orgs', 'GET /org/{orgId}/systems', 'GET /org/{orgId}/systems/{systemId}'],
    ...['DELETE /org/{orgId}/systems/{systemId}', 'POST /org/{orgId}/enrolment-keys'],
  ];
  expect(capabilitiesOf(aDefinition(Object.fromEntries(five.map((id) => [id, {}]))))).toEqual(new Set());
  expect(capabilitiesOf(definitionFrom(hostileDocument()))).toEqual(new Set());
  expect(capabilitiesOf(aDefinition({ 'GET /health': {} }))).toEqual(new Set());
});

test.each(all)('%s: whatever its parameters are called, and with what need not be set', (capability) => {
  const form = forms[capability];
  const renamed = form.replace('{orgId}', '{a}').replace('{systemId}', '{b}');
  for (const [id, about] of [
    [form, {}],
    [renamed, {}],
    [form, { parameters: [path('orgId'), query('reason', false)] }],
    [form, body(false)],
    [form, { deprecated: true, summary: 'Does something else', operationId: 'deleteEverything' }],
  ] as const) {
    expect(capabilitiesOf(aDefinition({ [id]: about })), id).toEqual(new Set([capability]));
  }
});

test.each(all)('%s: a lookalike is another operation', (capability) => {
  const form = forms[capability];
  const [method = '', address = ''] = form.split(' ');
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((other) => other !== method);
  const lookalikes: readonly (readonly [string, object])[] = [
    ...methods.map((other) => [`${other} ${address}`, {}] as const),
    [form, body(true)],
    [form, { parameters: [query('reason', true)] }],
    [form, { parameters: [{ ...query('X-Reason', true), in: 'header' }] }],
    [`${form}/{reason}`, {}],
    [`${form}/`, {}],
    [`${method} /v2${address}`, {}],
    [`${method} ${address.replace('/org/', '/orgs/')}`, {}],
    [`${method} ${address.replace('/{orgId}', '')}`, {}],
    [`${method} ${address.toUpperCase()}`, {}],
  ];
  for (const [id, about] of lookalikes)
    expect(capabilitiesOf(aDefinition({ [id]: about })), id).not.toContain(capability);
  const twice = { [form]: {}, [form.replace('{orgId}', '{organisation}')]: {} };
  expect(capabilitiesOf(aDefinition(twice))).not.toContain(capability);
});
