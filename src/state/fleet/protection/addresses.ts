/** IP addresses in texts, each in one spelling, to be compared as numbers (RFC 4291, 2.2; RFC 5952). */

/** Possible addresses: brackets, zones, prefix lengths and other text end them; `\n` in JSON is no letter before one. */
const runs = /(?<!(?<!\\)[\da-z])(?:(?:[\da-f]{0,4}:){1,8}:|(?:[\da-f]{1,4}:){6}|(?:\d{1,3}\.){3}\d)[\da-f:.]{0,50}/gi;

/** Behind an address without brackets (RFC 5952, 6). */
const port = /[.:]\d{1,5}$/;

/** Zeros that some write before the decimal numbers of an address. */
const leadingZeros = /(?<![\da-f])0+(?=\d+\.)|(?<=\.)0+(?=\d)/gi;

/** All addresses in a text. An IPv4 address written as IPv6 counts as IPv4; ports and zones are left out. */
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

/** Does a text hold this address, which `addressesIn` found, in any spelling? */
export function holdsAddress(text: string, address: string): boolean {
  return beginningOf(address).test(text) && addressesIn(text).includes(address);
}

const beginnings = new Map<string, RegExp>();

/** The common beginning of all spellings of an address: parsing all addresses of a long list takes time. */
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

/** Is one of a text's addresses in this network, such as `10.0.0.0/8`? Null where the network is none. */
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

/** `address`: in the spelling of `inOneSpelling`. */
function numberOf(address: string): bigint {
  if (!address.includes(':')) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const [before = [], after = []] = address.split('::').map((half) => half.split(':').filter((part) => part !== ''));
  const parts = [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after];
  return parts.reduce((sum, part) => sum * 65_536n + BigInt(`0x${part}`), 0n);
}
