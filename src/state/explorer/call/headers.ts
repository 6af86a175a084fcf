/** The headers of a call: which ones a person may set, and to what. */
import { headerStanding } from '../../../api/http/misleading-headers.ts';

/** Why a header cannot be set, as a sentence; null where it can. */
export function headerFault(name: string): string | null {
  return headerStanding(name) === 'free' ? null : `rollcall does not send the header "${name}".`;
}

/** Why a text cannot be sent in a header; null where it can. */
export function headerValueFault(name: string, text: string): string | null {
  if (text.trim() === '') return `"${name}" must not be empty.`;
  if (text !== text.trim()) return `"${name}" must not begin or end with a blank.`;
  return /^[\x20-\x7e]+$/.test(text) ? null : `"${name}" can have plain ASCII characters only.`;
}
