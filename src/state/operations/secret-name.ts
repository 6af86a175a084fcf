/** Names of fields whose texts are secrets: `apiKey`, `client_secret`, `recoveryCodes`. */

const secretName = /(?:key|secret|token|password|credential|code)s?$/i;

export function isSecretName(name: string): boolean {
  return secretName.test(name);
}
