/** Which headers of a call a person may set: few, because headers decide what a request means and who receives it. */

const allowed = /^(x-[a-z0-9-]+|if-match|if-none-match|idempotency-key|prefer)$/i;

/** Of those that begin with `X-`: what turns a read into a change, and what leads to another address. */
const misleading = /^x-(http-method|method|http-method-override|method-override|original-|rewrite-|forwarded|real-ip)/i;

/** Why a header cannot be set, as a sentence; null where it can. */
export function headerFault(name: string): string | null {
  return allowed.test(name) && !misleading.test(name) ? null : `rollcall does not send the header "${name}".`;
}

/** Why a text cannot be sent in a header; null where it can. */
export function headerValueFault(name: string, text: string): string | null {
  if (text.trim() === '') return `"${name}" must not be empty.`;
  if (text !== text.trim()) return `"${name}" must not begin or end with a blank.`;
  return /^[\x20-\x7e]+$/.test(text) ? null : `"${name}" can have plain ASCII characters only.`;
}
