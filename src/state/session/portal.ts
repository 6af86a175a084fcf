/** The address of a system in the service's portal, from a template in the profile. */
import type { System } from '../../api/system.ts';
import { didYouMean } from '../kernel/spelling.ts';

const names = ['orgId', 'systemId', 'hostname'];

const placeholder = /\{([^{}]*)\}/g;

/** The host must be literal, because a value from the service would lead elsewhere. http is for this computer only. */
const address = /^(?:https:\/\/[\w.-]+|http:\/\/(?:localhost|127(?:\.\d{1,3}){3}))(?::\d+)?(?:[/?#][^\s\p{C}]*)?$/u;

/** Why a text is not a valid template; null when it is valid. */
export function portalFault(template: string): string | null {
  if (!address.test(template)) return 'Type an address such as https://portal.example/{orgId}/systems/{systemId}.';
  const unknown = Array.from(template.matchAll(placeholder), ([, name = '']) => name).find(
    (name) => !names.includes(name),
  );
  if (unknown === undefined) return null;
  const meant = didYouMean(unknown, names);
  return `{${unknown}} is unknown. ${meant === null ? `Known: {${names.join('}, {')}}.` : `Did you mean {${meant}}?`}`;
}

/** ASCII, with each value encoded (RFC 3986, 2.1); null without a template, or when the system lacks a value. */
export function portalAddress(template: string | null, orgId: string, system: System): string | null {
  if (template === null) return null;
  const values = new Map([
    ['orgId', orgId],
    ['systemId', system.systemId],
    ['hostname', system.hostname ?? ''],
  ]);
  const used = Array.from(template.matchAll(placeholder), ([, name = '']) => values.get(name) ?? '');
  // Browsers resolve `.` and `..` as path segments (RFC 3986, 5.2.4). A lone surrogate cannot be encoded.
  if (used.some((value) => value === '' || /^\.{1,2}$/.test(value) || !value.isWellFormed())) return null;
  return template
    .replaceAll(placeholder, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
    .replaceAll(/\P{ASCII}/gu, encodeURIComponent);
}
