import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  defaultProfileSettings,
  portalFault,
  addressInPortal,
  linkOf,
} from '../../../src/state/session/profile-settings.ts';
import type { State } from '../../../src/state/root/state.ts';
import { anOrganisation, aSession, aState, aSystem } from '../../support/make.ts';
import { property } from '../../support/property.ts';

const template = 'https://portal.example/{orgId}/systems/{systemId}?name={hostname}';

function at(portal: string | null, hasLinks = true): State {
  return aState({
    organisation: anOrganisation({ orgId: 'N1' }),
    session: aSession({ hasLinks, profileSettings: { ...defaultProfileSettings, portal } }),
  });
}

describe('the address of a system in the portal', () => {
  test('has each value encoded', () => {
    const system = aSystem({ systemId: 'a/b?c', hostname: 'büro 7&x' });
    expect(addressInPortal(at(template), system)).toBe(
      'https://portal.example/N1/systems/a%2Fb%3Fc?name=b%C3%BCro%207%26x',
    );
  });

  test('is ASCII: other characters of the template are encoded, too', () => {
    expect(addressInPortal(at('https://portal.example/größe/{systemId}'), aSystem({ systemId: 'S1' }))).toBe(
      'https://portal.example/gr%C3%B6%C3%9Fe/S1',
    );
  });

  test('is none without a template, without a value of it, and with one that would be a step in the path', () => {
    const system = aSystem({ systemId: 'S1', hostname: null });
    expect(addressInPortal(at(null), system)).toBe(null);
    expect(addressInPortal(at(template), system)).toBe(null);
    for (const systemId of ['.', '..', '\uD800']) {
      expect(addressInPortal(at(template), aSystem({ systemId }))).toBe(null);
    }
  });

  property(
    'stays at the host, in its place, and without a character that a terminal acts on',
    [fc.string({ unit: 'binary' })],
    (systemId) => {
      const address = addressInPortal(at('https://portal.example/systems/{systemId}/'), aSystem({ systemId }));
      if (address === null) return;
      expect(address).toMatch(/^https:\/\/portal\.example\/systems\/[\w.!~*'()%-]+\/$/);
      expect(new URL(address).href).toBe(address);
    },
  );

  test('is a link only where the terminal takes links', () => {
    const system = aSystem();
    expect(linkOf(at(template), system)).toBe(addressInPortal(at(template), system));
    expect(linkOf(at(template, false), system)).toBe(null);
  });
});

test.each([
  [template, null],
  ['https://portal.example', null],
  ['https://portal.example:8443/#/{systemId}', null],
  ['http://localhost:8080/{systemId}', null],
  ['http://portal.example/{systemId}', 'Type an address such as'],
  ['http://localhost.evil.example/{systemId}', 'Type an address such as'],
  ['ftp://portal.example/{systemId}', 'Type an address such as'],
  ['https://{hostname}/', 'Type an address such as'],
  ['https://user:pw@portal.example/', 'Type an address such as'],
  ['https://portal.example/a b', 'Type an address such as'],
  ['https://portal.example/\u001B]8', 'Type an address such as'],
  ['https://portal.example/{systemid}', 'Did you mean {systemId}?'],
  ['https://portal.example/{token}', 'Known: {orgId}, {systemId}, {hostname}.'],
])('the template %j is judged: %j', (typed, message) => {
  const fault = portalFault(typed);
  if (message === null) expect(fault).toBe(null);
  else expect(fault).toContain(message);
});
