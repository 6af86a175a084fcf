/** Calls of every operation of both documents: without values, and with misleading values. */
import { expect, test } from 'vitest';
import type { Json } from '../../../../src/api/exact-json.ts';
import { decode, orgPlaceholder } from '../../../../src/api/openapi/path-form.ts';
import { buildCall } from '../../../../src/api/calls/build-call.ts';
import { type CallPlan, parameterKey } from '../../../../src/api/calls/call.ts';
import { curlTemplateOf } from '../../../../src/state/explorer/curl.ts';
import { bodyOf } from '../../../../src/api/openapi/bodies.ts';
import type { DefinedOperation, Definition } from '../../../../src/api/openapi/definition.ts';
import { parametersOf } from '../../../../src/api/openapi/parameters.ts';
import { definitionFrom, requiredOf } from '../../../support/definition.ts';
import { hostileDocument } from '../../../support/documents/hostile.ts';
import { usualDocument } from '../../../support/documents/usual.ts';
import { baseUrl } from '../../../api/calls/plans.ts';

/** A plan in which every required parameter has this value, and no other is set. */
function barePlan(definition: Definition, operation: DefinedOperation, value: Json): CallPlan {
  const parameters = parametersOf(definition, operation);
  const own = orgPlaceholder(operation.path);
  const required = parameters.filter(({ isRequired, name }) => isRequired && name !== own);
  const values = { parameters: new Map(required.map((one) => [parameterKey(one), value])), body: undefined };
  return { baseUrl, orgId: 'N1', operation, parameters, body: bodyOf(definition, operation), values };
}

test('nothing is sent of the usual document that nobody set, whatever it has as defaults and examples', () => {
  const definition = definitionFrom(JSON.stringify(usualDocument()));
  let bodies = 0;
  for (const operation of definition.operations) {
    const bare = barePlan(definition, operation, 'v');
    // The fields that must be set are set by the person.
    const set = bare.body === null ? {} : requiredOf(bare.body);
    const isSet = Object.keys(set).length > 0 && bare.body?.isRequired === true;
    const plan = isSet ? { ...bare, values: { ...bare.values, body: set } } : bare;
    const call = buildCall(plan);
    if (operation.unusable !== null || plan.body?.unusable != null) {
      if (operation.unusable !== null || plan.body?.isRequired === true) expect(call.ok, operation.id).toBe(false);
      continue;
    }
    if (!call.ok) throw new Error(`${operation.id}: ${call.faults.map(({ message }) => message).join(' ')}`);
    const { url, body, headers } = call.value;
    const filled = operation.path.replace('/org/{orgId}', '/org/N1').replaceAll(/\{[^{}]*\}/g, 'v');
    const required = plan.parameters.filter((one) => one.in === 'query' && one.isRequired);
    const query = required.map(({ name }) => `${encodeURIComponent(name)}=v`).join('&');
    expect(url).toBe(`${baseUrl}${filled}${query === '' ? '' : `?${query}`}`);
    const empty = isSet ? body : plan.body?.form == null ? '{}' : (/^--\S+--\r\n$/.exec(body ?? '')?.[0] ?? 'a form');
    expect(body, operation.id).toBe(plan.body?.isRequired === true ? empty : null);
    if (body !== null) bodies += 1;
    const names = plan.parameters.filter((one) => one.in === 'header' && one.isRequired).map(({ name }) => name);
    expect(Object.keys(headers)).toEqual([...names, ...(body === null ? [] : ['Content-Type'])]);
  }
  expect(bodies).toBeGreaterThan(5);
});

test('an operation of files has a line for curl with their names', () => {
  const definition = definitionFrom(JSON.stringify(usualDocument()));
  const files = definition.operations.filter((one) => /^multipart/.test(bodyOf(definition, one)?.type ?? ''));
  expect(files.length).toBeGreaterThan(0);
  for (const operation of files) {
    const body = bodyOf(definition, operation);
    expect(curlTemplateOf(operation, baseUrl, { body })).toMatch(/ -F '?\w+=@FILE/);
  }
});

test('21., 22. and 23. of the hostile document, nothing leads to another address or sends a header of its own', () => {
  const definition = definitionFrom(hostileDocument());
  let built = 0;
  for (const operation of definition.operations) {
    for (const value of ['v', '..', '%2e%2e', 'a/b', '@evil.example', 'x\r\nHost: evil']) {
      const plan = barePlan(definition, operation, value);
      const call = buildCall(plan);
      if (!call.ok) continue;
      built += 1;
      const { url, headers } = call.value;
      const { origin, pathname, username, password, hash } = new URL(url);
      expect([origin, username, password, hash]).toEqual(['https://api.example.com', '', '', '']);
      const segments = pathname.split('/').map(decode);
      expect(segments.length, operation.id).toBe(`/v1${operation.path}`.split('/').length);
      expect(segments).not.toContain('..');
      expect(segments).not.toContain('.');
      for (const [name, text] of Object.entries(headers)) {
        expect(name).toMatch(/^(x-[a-z0-9-]+|if-match|if-none-match|idempotency-key|prefer|content-type)$/i);
        expect(text).toMatch(/^[\x20-\x7e]+$/);
      }
    }
    expect(curlTemplateOf(operation, baseUrl)).toMatch(/^[\P{C}\n]*$/u);
  }
  expect(built).toBeGreaterThan(1000);
});
