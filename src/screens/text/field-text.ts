/** The text of a system's field, and its name. */
import { isList, type Json } from '../../api/exact-json.ts';
import { masked } from '../../api/secrets.ts';
import { fieldKinds, type FieldName, type System } from '../../api/system.ts';
import { type Clean, clean } from './clean.ts';

/** `⟨not text⟩` or `⟨unreadable⟩` where the service sent another type; null where it sent nothing. */
export function fieldText(system: System, field: FieldName): string | null {
  const value: System[FieldName] = system[field];
  const isUnread = system.unread.includes(field);
  if (value === null) return !isUnread ? null : isText(field) ? '⟨not text⟩' : unreadable;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field === 'systemId' || typeof value === 'number') return String(value);
  const shown = masked(value as Json, {}, { name: field });
  if (!isList(shown)) return jsonWords(shown);
  if (fieldKinds[field] !== 'tags') return isUnread ? unreadable : shown.map(jsonWords).join(', ');
  return [...shown.map(jsonWords), ...(isUnread ? [unreadable] : [])].join(' ');
}

const unreadable = '⟨unreadable⟩';

function isText(field: FieldName): boolean {
  return fieldKinds[field] === 'text' || fieldKinds[field] === 'ownText';
}

/** The description of the enrolment key, else its number. */
export function keyOf(system: System): string | null {
  const known = system.enrolmentKeyDescription ?? system.enrolmentKeyId?.toString();
  return known ?? fieldText(system, 'enrolmentKeyDescription') ?? fieldText(system, 'enrolmentKeyId');
}

/** The host name; a system without one is identified by its id. */
export function nameOf(system: System): Clean {
  if (hasName(system)) return clean(system.hostname ?? '');
  const instead = system.hostname === null ? fieldText(system, 'hostname') : null;
  return clean(`${instead ?? '(no name)'} ${system.systemId}`);
}

/** A name of blanks is none. */
export function hasName({ hostname }: System): boolean {
  return hostname !== null && hostname.trim() !== '';
}

/**
 * Text unchanged, a list of words as its words, nothing as a dash; anything else as JSON with blanks, at which a line
 * can break. Raw, not clean yet.
 */
export function jsonWords(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return '–';
  if (Array.isArray(value) && value.every((item) => typeof item === 'string' && item !== '')) return value.join(' ');
  try {
    return JSON.stringify(value, null, 1).replaceAll(/\n */g, ' ');
  } catch {
    // Nested too deeply for JSON: no screen could show it either.
    return '⟨too deep to show⟩';
  }
}
