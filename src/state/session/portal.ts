/** The address of a system in the portal of the service, from a template of the profile. */
import type { System } from '../../api/system.ts';
import { didYouMean } from '../kernel/spelling.ts';

const names = ['orgId', 'systemId', 'hostname'];

const placeholder = /\{([^{}]*)\}/g;

/** The host is the person's own: a value in it would lead elsewhere. http is for this computer. */
const address = /^(?:https:\/\/[\w.-]+|http:\/\/(?:localhost|127(?:\.\d{1,3}){3}))(?::\d+)?(?:[/?#][^\s\p{C}]*)?$/u;

/** Why a text is no template; null: it is one. */
export function portalFault(template: string): string | null {
  if (!address.test(template)) return 'Type an address such as https://portal.example/{orgId}/systems/{systemId}.';
  const unknown = Array.from(template.matchAll(placeholder), ([, name = '']) => name).find(
    (name) => !names.includes(name),
  );
  if (unknown === undefined) return null;
  const meant = didYouMean(unknown, names);
  return `{${unknown}} is unknown. ${meant === null ? `Known: {${names.join('}, {')}}.` : `Did you mean {${meant}}?`}`;
}

/** In ASCII, each value encoded (RFC 3986, 2.1); null where there is no template, or the system lacks a value of it. */
export function portalAddress(template: string | null, orgId: string, system: System): string | null {
  if (template === null) return null;
  const values = new Map([
    ['orgId', orgId],
    ['systemId', system.systemId],
    ['hostname', system.hostname ?? ''],
  ]);
  const used = Array.from(template.matchAll(placeholder), ([, name = '']) => values.get(name) ?? '');
  // A browser takes `.` and `..` for steps in the path (RFC 3986, 5.2.4). A lone surrogate has no encoding.
  if (used.some((value) => value === '' || /^\.{1,2}$/.test(value) || !value.isWellFormed())) return null;
  return template
    .replaceAll(placeholder, (_, name: string) => encodeURIComponent(values.get(name) ?? ''))
    .replaceAll(/\P{ASCII}/gu, encodeURIComponent);
}
