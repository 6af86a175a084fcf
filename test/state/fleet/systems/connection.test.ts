import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Connection, connectionOf } from '../../../../src/state/fleet/systems/status.ts';
import { holds } from '../../../support/property.ts';

test.each<[Connection, readonly (string | null)[]]>([
  [
    'connected',
    [
      ...[
        'Connected',
        'CONNECTED',
        ' connected\n',
        'Con\u200Bnected',
        'Ｃｏｎｎｅｃｔｅｄ',
        'Connected\u00A0',
        'Connecting',
      ],
      ...[
        'Connected, degraded',
        'Online',
        'Active',
        'Reconnecting',
        'ACTIVE (degraded)',
        'Admin active',
        '{"v":"online"}',
      ],
      ...['Connected, not degraded', 'Online since the reboot'],
    ],
  ],
  [
    'notConnected',
    [
      ...[
        'Disconnected',
        'disabled',
        'OFFLINE',
        ' Inactive ',
        'Expired',
        'Dis\u00ADconnected',
        'Ｏｆｆｌｉｎｅ',
        'Off\u2060line',
      ],
    ],
  ],
  [
    'notUnderstood',
    [
      ...[null, '', ' ', '1', 'true', '{}', 'Suspended', 'Away', 'Unknown', 'not connected', 'Not yet connected'],
      ...['Non-active', 'never connected', 'unconnected', 'Disconnecting', 'Disconnected!', 'Not\tonline', 'in-active'],
      ...['deactivated', 'Соnnесtеd', `${'x'.repeat(600)} connected`],
    ],
  ],
])('%s: %j', (connection, states) => {
  expect(states.map((state) => [state, connectionOf(state)])).toEqual(states.map((state) => [state, connection]));
});

test('invisible characters make no difference, and earlier calls neither', () => {
  const unseen = fc.array(fc.constantFrom('\u200B', '\u00AD', '\u2060', '\uFE0F', '\u{E0020}', '\u0000'));
  const word = fc.constantFrom('Connected', 'Disconnected', 'Offline', 'Active', 'Suspended');
  holds([word, unseen, fc.nat({ max: 12 })], (state, signs, at) => {
    expect(connectionOf(state.slice(0, at) + signs.join('') + state.slice(at))).toBe(connectionOf(state));
  });
});
