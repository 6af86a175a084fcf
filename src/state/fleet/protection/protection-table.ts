/** Rules by which an organisation protects systems from deletion, one row per rule. */
import { limitSetting, namesSetting, numberSetting, yesNoSetting } from '../../kernel/setting.ts';
import { fold } from '../../kernel/spelling.ts';

/** Compares names regardless of case, as protection does. */
function isAnyGone(before: readonly string[], after: readonly string[]): boolean {
  const left = new Set(after.map((name) => fold(name)));
  return before.some((name) => !left.has(fold(name)));
}

export const protectionTable = {
  tags: namesSetting({
    inFile: 'tags',
    initial: ['protect', 'protected', 'do-not-delete'],
    sentence: 'Protect systems with the tags',
    help: 'Commas between tags; any spelling counts. none: no tag protects.',
    protects: true,
    isWeaker: isAnyGone,
  }),
  /** Matches keys by description or number. */
  keys: namesSetting({
    inFile: 'keys',
    initial: [],
    sentence: 'Protect systems of the enrolment keys',
    help: 'Commas between descriptions or numbers. none: no key protects.',
    protects: true,
    isWeaker: isAnyGone,
  }),
  /** Protects systems that are connected, or were seen, enrolled or changed within this many days. */
  seenDays: numberSetting({
    inFile: 'seenDays',
    initial: 7,
    min: 0,
    max: 99_999,
    sentence: 'Protect systems seen within',
    unit: 'days',
    help: 'Connected systems too, and those enrolled or changed within it. 0: none of these.',
    protects: true,
    isWeaker: (before, after) => after < before,
  }),
  session: yesNoSetting({
    inFile: 'session',
    initial: true,
    sentence: 'Protect the system of this SSH session',
    help: 'The system through which you are signed in to this computer.',
    protects: true,
    isWeaker: (before, after) => before && !after,
  }),
  /** Blocks a deletion of more than this share of the organisation, in percent; 100 blocks nothing. */
  share: numberSetting({
    inFile: 'share',
    initial: 50,
    min: 1,
    max: 100,
    sentence: 'Block a deletion of more than',
    unit: '% of the organisation',
    help: 'From 1 to 100 %. 100: no deletion is blocked.',
    protects: true,
    isWeaker: (before, after) => after > before,
  }),
  /**
   * A run of more systems than this, of any kind, starts only from a file that another person reviewed; so does a
   * request that names more.
   */
  secondPersonAbove: limitSetting({
    inFile: 'secondPersonAbove',
    initial: null,
    min: 0,
    max: 999_999,
    sentence: 'A second person confirms above',
    unit: 'systems',
    help: 'One reviews and writes a file (w), another one opens it. none: never. 0: always.',
    protects: true,
    isWeaker: (before, after) => before !== null && (after === null || after > before),
  }),
};

// Finds IP addresses in text, in one spelling for comparison (RFC 4291, 2.2; RFC 5952).

/**
 * Candidates: brackets, zones, prefix lengths and other text end them. An escaped `\n` in JSON is not a letter before
 * one.
 */
const runs = /(?<!(?<!\\)[\da-z])(?:(?:[\da-f]{0,4}:){1,8}:|(?:[\da-f]{1,4}:){6}|(?:\d{1,3}\.){3}\d)[\da-f:.]{0,50}/gi;

/** A port after an address without brackets (RFC 5952, 6). */
const port = /[.:]\d{1,5}$/;

/** Leading zeros in the decimal numbers of an address. */
const leadingZeros = /(?<![\da-f])0+(?=\d+\.)|(?<=\.)0+(?=\d)/gi;

/** All addresses in a text. IPv4-mapped IPv6 counts as IPv4; ports and zones are dropped. */
export function addressesIn(text: string): readonly string[] {
  return (text.match(runs) ?? []).flatMap((run) => {
    const bare = run.replaceAll(leadingZeros, '').replaceAll(/^:(?!:)|\.+$|(?<!:):$/g, '');
    return Array.from(new Set([bare, bare.replace(port, '')]), inOneSpelling).filter((address) => address !== null);
  });
}

function inOneSpelling(text: string): string | null {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(text)) return text.split('.').every((part) => Number(part) <= 255) ? text : null;
  if (!/::|(?:.*:){6}/.test(text)) return null;
  const host = URL.parse(`http://[${text}]`)?.hostname.slice(1, -1) ?? null;
  const halves = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(host ?? '')?.slice(1);
  return (
    halves?.map((half) => [Number.parseInt(half, 16) >> 8, Number.parseInt(half, 16) & 255].join('.')).join('.') ?? host
  );
}

/** Does the text contain this address, in any spelling? `address`: from `addressesIn`. */
export function holdsAddress(text: string, address: string): boolean {
  return beginningOf(address).test(text) && addressesIn(text).includes(address);
}

const beginnings = new Map<string, RegExp>();

/** Common prefix of all spellings of an address, as a fast test: parsing all addresses of a long list is slow. */
function beginningOf(address: string): RegExp {
  const known = beginnings.get(address);
  if (known !== undefined) return known;
  const [first = '', second = ''] = address.split(/[.:]/);
  const asIPv6 = (Number(first) * 256 + Number(second)).toString(16);
  const ofIPv4 = `0{0,2}${first}\\.0{0,2}${second}\\.|${asIPv6}:`;
  const made = new RegExp(address.includes('.') ? ofIPv4 : Number(first) === 0 ? '::|0:' : `${first}:`, 'i');
  beginnings.set(address, made);
  return made;
}

/** Tests whether a text has an address in this network, such as `10.0.0.0/8`. Null: not a network. */
export function networkTest(network: string): ((text: string) => boolean) | null {
  const [, address = '', length = ''] = /^([\da-f:.]+)\/(\d{1,3})$/i.exec(network) ?? [];
  const first = inOneSpelling(address);
  if (first === null) return null;
  const most = bitsOf(first);
  const bits = Number(length) - (address.includes(':') && most === 32 ? 96 : 0);
  if (bits < 0 || bits > most) return null;
  const rest = BigInt(most - bits);
  const wanted = numberOf(first) >> rest;
  return (text) => addressesIn(text).some((one) => bitsOf(one) === most && numberOf(one) >> rest === wanted);
}

function bitsOf(address: string): 32 | 128 {
  return address.includes(':') ? 128 : 32;
}

/** `address`: from `inOneSpelling`. */
function numberOf(address: string): bigint {
  if (!address.includes(':')) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter((part) => part !== ''));
  const parts = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return parts.reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
}
