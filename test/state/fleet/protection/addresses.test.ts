import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeSystem } from '../../../../src/api/decode.ts';
import { addressesIn, networkTest } from '../../../../src/state/fleet/protection/protection-table.ts';
import { guardsOf, isProtected, guardFoundSince } from '../../../../src/state/fleet/protection/guards.ts';
import { daysAgo, noGuards, now } from '../../../support/make.ts';
import { holds, property } from '../../../support/property.ts';

test.each<[string, readonly string[]]>([
  ['192.0.2.7', ['192.0.2.7']],
  ['192.0.2.7:50022', ['192.0.2.7']],
  ['192.0.2.0/24', ['192.0.2.0']],
  ['192.000.002.007', ['192.0.2.7']],
  ['::ffff:192.0.2.7', ['192.0.2.7']],
  ['0:0:0:0:0:FFFF:192.0.2.7', ['192.0.2.7']],
  ['2001:DB8::1', ['2001:db8::1']],
  ['[2001:db8::1]:50022', ['2001:db8::1']],
  ['fe80::1%eth0', ['fe80::1']],
  ['::1', ['::1']],
  ['https://[2001:db8::1]:8443/a, http://192.0.2.7/; ip:192.0.2.8.', ['2001:db8::1', '192.0.2.7', '192.0.2.8']],
  ['10.0.0.1-10.0.0.9', ['10.0.0.1', '10.0.0.9']],
  ['2026-04-06T12:32:10.123Z aa:bb:cc:dd:ee:ff 1.2.3 300.1.1.1 UNKNOWN', []],
  ['', []],
])('%s holds the addresses %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses);
});

/** An IPv4 address as four bytes, an IPv6 address as eight groups; with many zeros, which most spellings are about. */
const fourBytes = fc.tuple(...Array.from({ length: 4 }, () => fc.oneof(fc.constantFrom(0, 7), fc.nat({ max: 255 }))));
const eightGroups = fc
  .tuple(...Array.from({ length: 8 }, () => fc.oneof(fc.constantFrom(0, 0, 7), fc.nat({ max: 0xffff }))))
  // Among them are other ways to write an IPv4 address.
  .filter((groups) => groups.slice(0, 5).some((group) => group !== 0));

const written = {
  IPv4: fourBytes.chain((bytes) => {
    const dotted = bytes.join('.');
    const padded = bytes.map((byte) => String(byte).padStart(3, '0')).join('.');
    const hex = [0, 2].map((at) => (((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)).toString(16)).join(':');
    const mapped = [dotted, padded, hex].flatMap((tail) => [`::ffff:${tail}`, `0:0:0:0:0:FFFF:${tail}`]);
    return fc.tuple(fc.constant(dotted), fc.oneof(fc.constantFrom(dotted, padded), fc.constantFrom(...mapped)));
  }),
  IPv6: eightGroups.chain((groups) =>
    fc
      .tuple(fc.nat({ max: 7 }), fc.nat({ max: 8 }), fc.integer({ min: 1, max: 4 }), fc.boolean(), fc.boolean())
      .map(([from, length, digits, isUpper, isDotted]) => {
        const texts = groups.map((group) => group.toString(16).padStart(digits, '0'));
        const [high = 0, low = 0] = groups.slice(6);
        if (isDotted) texts.splice(6, 2, [high >> 8, high & 255, low >> 8, low & 255].join('.'));
        const zeros = groups.slice(from, Math.min(from + length, isDotted ? 6 : 8));
        const isCut = zeros.length > 0 && zeros.every((group) => group === 0);
        const text = isCut
          ? `${texts.slice(0, from).join(':')}::${texts.slice(from + zeros.length).join(':')}`
          : texts.join(':');
        return [groups.map((group) => group.toString(16)).join(':'), isUpper ? text.toUpperCase() : text] as const;
      }),
  ),
};

const around = fc.constantFrom<(address: string) => string>(
  (address) => address,
  (address) => ` ${address}\n`,
  (address) => `\t${address}`,
  (address) => (address.includes(':') ? `[${address}]:51820` : `${address}:51820`),
  (address) => `${address}/24`,
  (address) => `${address}%eth0`,
  (address) => `10.9.8.7, ${address}; fd00::9`,
  (address) => `https://${address.includes(':') ? `[${address}]` : address}/`,
);

/** Where a record may say it, and what that field is called. */
const places: readonly (readonly [string, (text: string) => object])[] = [
  ['connectedFrom', (text) => ({ connectedFrom: text })],
  ['connectedFrom', (text) => ({ connectedFrom: ['10.0.0.1', text] })],
  ['hostname', (text) => ({ hostname: text })],
  ['customDns', (text) => ({ customDns: [{ servers: [text] }] })],
  ['virtualAddress', (text) => ({ systemType: 'GeneralPurpose', virtualAddress: text })],
  ['addresses', (text) => ({ addresses: [{ kind: 'lan', of: ['10.0.0.1', text] }] })],
];

describe.each(Object.entries(written))('an %s address', (_, spelled) => {
  test('of this session protects the system whose record has it, in any spelling and any field', () => {
    holds([spelled, around, fc.constantFrom(...places)], { numRuns: 300 }, ([own, text], wrap, [field, put]) => {
      const read = decodeSystem({
        systemId: 'S1',
        state: 'Disconnected',
        lastSeen: daysAgo(200),
        ...put(wrap(text)),
      });
      if (!read.ok) throw new Error(read.path);
      const address = addressesIn(own)[0] ?? '';
      const guarding = { guards: { ...noGuards, session: true }, address };
      expect(guardsOf(read.value, guarding, now)).toEqual([{ kind: 'session', field }]);
      expect(isProtected(read.value, guarding)).toBe(true);
      const protection = { guarding, lifted: new Map() };
      expect(guardFoundSince({ protection }, read.value, now)).toEqual({ why: 'protected', field });
    });
  });

  test('of another number protects nothing', () => {
    holds(
      [spelled, spelled, around, fc.constantFrom(...places)],
      { numRuns: 300 },
      ([one], [other, text], wrap, [, put]) => {
        const [address = '', elsewhere] = [one, other].map((each) => addressesIn(each)[0]);
        fc.pre(address !== elsewhere && !['10.9.8.7', '10.0.0.1', 'fd00::9'].includes(address));
        const read = decodeSystem({ systemId: 'S1', state: 'Disconnected', ...put(wrap(text)) });
        if (!read.ok) throw new Error(read.path);
        expect(isProtected(read.value, { guards: { ...noGuards, session: true }, address })).toBe(false);
      },
    );
  });
});

test.each(['0', '0:', 'a:', ':', '1.', '0.0.', 'f', '::'])('a long text of %j is read in one go', (piece) => {
  const text = piece.repeat(60_000);
  expect(addressesIn(`${text} 192.0.2.7`)).toContain('192.0.2.7');
});

const anyBits = fc.integer({ min: 0, max: 32 });

property(
  'a network has the addresses with its first bits, also written as one of IPv6',
  [fourBytes, fourBytes, anyBits],
  (network, address, bits) => {
    const bitsOf = (bytes: readonly number[]): string =>
      bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
    const isIn = bitsOf(network).slice(0, bits) === bitsOf(address).slice(0, bits);
    expect(networkTest(`${network.join('.')}/${bits}`)?.(address.join('.'))).toBe(isIn);
    expect(networkTest(`::ffff:${network.join('.')}/${bits + 96}`)?.(address.join('.'))).toBe(isIn);
  },
);

property(
  'a network of IPv6 has the addresses with its first bits, in whichever spelling it is written',
  [written.IPv6, fc.integer({ min: 0, max: 128 }), fc.nat({ max: 127 })],
  ([own, network], bits, flipped) => {
    const groups = own.split(':').map((group) => Number.parseInt(group, 16));
    const other = groups.with(flipped >> 4, (groups[flipped >> 4] ?? 0) ^ (0x8000 >> (flipped & 15)));
    const isIn = networkTest(`${network}/${bits}`);
    expect(isIn?.(own)).toBe(true);
    expect(isIn?.(other.map((group) => group.toString(16)).join(':'))).toBe(flipped >= bits);
  },
);

test.each(['10.0.0.0', '10.0.0.0/33', '::ffff:10.0.0.0/95', '::ffff:10.0.0.0/129', '2001:db8::/129', 'site/8', '/8'])(
  '%s is no network',
  (text) => {
    expect(networkTest(text)).toBeNull();
  },
);
