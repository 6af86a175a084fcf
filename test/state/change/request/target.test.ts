/** The target of a request as it was read: its version goes along, and what speaks against the request is said. */
import { expect, test } from 'vitest';
import type { Call } from '../../../../src/api/calls/call.ts';
import type { Json } from '../../../../src/api/exact-json.ts';
import { targetWarnings, withIfMatch } from '../../../../src/state/change/request/request-class.ts';
import { aDefinition, operationIn } from '../../../support/definition.ts';

function header(name: string): object {
  return { parameters: [{ name, in: 'header', schema: { type: 'string' } }] };
}

const taking = 'PUT /org/{orgId}/keys/{keyId}';
const definition = aDefinition({
  [taking]: header('if-MATCH'),
  'PATCH /org/{orgId}/keys/{keyId}': header('If-None-Match'),
  'DELETE /org/{orgId}/keys/{keyId}': { parameters: [{ name: 'If-Match', in: 'query', schema: { type: 'string' } }] },
});

function matched(id: string, etag: string | null, headers: Call['headers'] = {}, known = true): Call['headers'] {
  const call: Call = {
    ...({ method: 'PUT', url: 'https://a.example/org/N1/keys/7', body: null, orgId: 'N1', secrets: [] } as const),
    ...{ headers, operation: id },
  };
  const sent = withIfMatch(known ? definition : null, operationIn(definition, id), call, etag);
  expect({ ...sent, headers }).toEqual(call);
  return sent.headers;
}

test('the version that was read is asked for where the operation takes it', () => {
  expect(matched(taking, '"5"')).toEqual({ 'If-Match': '"5"' });
  expect(matched(taking, 'W/"5"', { Accept: 'text/plain' })).toEqual({ Accept: 'text/plain', 'If-Match': 'W/"5"' });
});

test.each<[string, Parameters<typeof matched>]>([
  ['no version was read', [taking, null]],
  ['it cannot stand in a header', [taking, '"ä"']],
  ['the person has set one, in any spelling', [taking, '"5"', { 'IF-match': '"4"' }]],
  ['the operation takes another header', ['PATCH /org/{orgId}/keys/{keyId}', '"5"']],
  ['it takes it elsewhere', ['DELETE /org/{orgId}/keys/{keyId}', '"5"']],
  ['nothing is known of the operation', [taking, '"5"', {}, false]],
])('a request is sent as it is where %s', (_, about) => {
  expect(matched(...about)).toEqual(about[2] ?? {});
});

const connected = 'It is connected.';
const disabled = 'It is disabled already.';
const enabled = 'It is enabled already.';

test.each<[string, Json, readonly string[]]>([
  ['DELETE /systems/{id}', { state: 'Connected' }, [connected]],
  ['DELETE /systems/{id}', { state: 'ONLINE' }, [connected]],
  ['DELETE /systems/{id}', { state: 'Disconnected' }, []],
  ['DELETE /systems/{id}', { state: true }, []],
  ['DELETE /systems/{id}', 'Connected', []],
  // Its path says that something is lost.
  ['PUT /systems/{id}/disable', { state: 'connected', isEnabled: true }, [connected]],
  ['PUT /systems/{id}/disable', { state: 'connected', isEnabled: false }, [connected, disabled]],
  ['PUT /systems/{id}/Disable', { enabled: false }, [disabled]],
  ['PUT /systems/{id}/disable', { status: 'DISABLED' }, [disabled]],
  ['PUT /systems/{id}/disable', { status: 'Enabled' }, []],
  ['PUT /systems/{id}/disable', { isEnabled: true, enabled: false, status: 'disabled' }, []],
  ['PUT /systems/{id}/disable', {}, []],
  ['PUT /systems/{id}/enable', { isEnabled: true }, [enabled]],
  ['PUT /systems/{id}/enable', { status: 'enabled' }, [enabled]],
  ['PUT /systems/{id}/enable', { status: 'is enabled' }, []],
  ['PUT /systems/{id}/enable', { isEnabled: false, state: 'Connected' }, []],
  ['PUT /systems/{id}/enable', { isEnabled: 1 }, []],
  ['PUT /systems/{id}', { isEnabled: true, state: 'Connected' }, []],
  ['PUT /systems/{id}', { isEnabled: false }, []],
])('%s of %j: %j', (request, value, warnings) => {
  const [method = '', path = ''] = request.split(' ');
  expect(targetWarnings(value, { method, path, operationId: null, summary: '' })).toEqual(warnings);
});
