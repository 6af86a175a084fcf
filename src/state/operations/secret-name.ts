/** Names of fields whose texts are secrets: `apiKey`, `client_secret`, `recoveryCodes`. */

const secretName = /(?:key|secret|token|password|credential|code)s?$/i;

/** A header by this name tells one request from another. */
const noSecret = /^idempotency-key$/i;

export function isSecretName(name: string): boolean {
  return secretName.test(name) && !noSecret.test(name);
}
