/** Names of secrets: one list of whole words and their exceptions, for forms, answers, lines and records. */

/** `always`: any text is secret; `long`: only a long text that is not words. */
type SecretStrength = 'always' | 'long';

const always =
  /(?:secret|token|password|passwd|passphrase|passcode|credential|authori[sz]ation|cookie)s?$|(?:^| )(?:pwds?|pw|pass|pin|psk|otp|jwt|bearer)$/;

/** Keys that grant access. Other keys name a thing (`sortKey`, `projectKey`, `publicKey`), and a hotkey is none. */
const keyKinds = [
  ...['api', 'app', 'application', 'client', 'consumer', 'server', 'service', 'account', 'subscription', 'device'],
  ...['private', 'secret', 'access', 'security', 'auth', 'authentication', 'authori[sz]ation', 'login', 'session'],
  ...['encryption', 'decryption', 'encrypting', 'cipher', 'crypto', 'signing', 'signature', 'wrapping', 'hmac', 'aes'],
  ...['shared', 'symmetric', 'master', 'root', 'admin', 'write', 'rsa', 'ssl', 'tls', 'ssh', 'gpg', 'pgp', 'cert'],
  ...['certificate', 'tsig', 'sas', 'wireguard', 'vpn', 'wifi', 'wpa', 'wep', 'webhook', 'integration', 'connection'],
  ...[
    'instrumentation',
    'ingest',
    'ingestion',
    'licen[cs]e',
    'activation',
    'registration',
    'enrol(?:l?ment)?',
    'enroll',
  ],
  ...['recovery', 'backup', 'unlock', 'escrow', 'setup', 'join', 'pairing', 'bootstrap', 'provisioning', 'deploy'],
  ...['deployment', 'install', 'installation', 'installer', 'agent'],
];

/** Codes that grant access. Other codes name a thing: `countryCode`, `promoCode`, `errorCode`. */
const codeKinds = [
  ...['recovery', 'backup', 'scratch', 'emergency', 'verification', 'verify', 'auth', 'authentication', 'otp', 'pin'],
  ...[
    'authori[sz]ation',
    'access',
    'security',
    'secret',
    'activation',
    'pairing',
    'claim',
    'login',
    'sign ?in',
    'unlock',
  ],
  ...['reset', 'totp', 'mfa', '2fa', 'sms', 'one ?time', 'enrol(?:l?ment)?', 'enroll', 'registration', 'invite'],
  ...['invitation', 'device', 'setup', 'join'],
];

/** `key` alone is secret: the secret of an enrolment key has this name. */
const long = new RegExp(
  `^(?:x )?keys?$|(?:${keyKinds.join('|')}) ?keys?$|(?:${codeKinds.join('|')}) ?codes?$|(?:^| )(?:sig|signature|auth)$`,
);

/** Tokens of pages and counted tokens are not secret, nor is the text below an email. */
const plain =
  /(?:public|sort|page|next|prev|previous|pagination|paging|continuation|continue|sync|delta|cursor|skip|resume|cancellation|idempotency) ?tokens?$|(?:max|min|total|prompt|completion|input|output|reasoning|cached|remaining|used|stop) ?tokens$|(?:mail|html|text|function|method|type) ?signature$|^list token$/;

/** First words of a field that says whether a secret exists: `hasPassword`. */
const saysWhether = new Set(['is', 'has', 'requires', 'needs', 'allows', 'uses', 'no']);

/** Words after the significant one: `tokenValue`, `password2`. */
const saysWhat = /^(?:value|text|string|data|material|base64|b64|hex|plain|plaintext|raw|\d+)$/;

function wordsOf(name: string): string[] {
  return name
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '');
}

const strengths = new Map<string, SecretStrength | null>();
const maxStrengths = 2_000;

/** How strongly a field name suggests a secret; null: not at all. */
export function strengthOf(whole: string): SecretStrength | null {
  const name = whole.slice(-maxNameLength);
  // Every secret name has two letters in a row. A time looks like a name: `2026-01-01T00`.
  if (!/\p{L}\p{L}/u.test(name)) return null;
  const known = strengths.get(name);
  if (known !== undefined) return known;
  if (strengths.size >= maxStrengths) strengths.clear();
  const strength = strengthOfWords(name);
  strengths.set(name, strength);
  return strength;
}

/** In characters; the end of a longer name counts. */
const maxNameLength = 200;

function strengthOfWords(name: string): SecretStrength | null {
  const words = wordsOf(name);
  while (words.length > 1 && saysWhat.test(words.at(-1) ?? '')) words.pop();
  if (words.length > 1 && saysWhether.has(words[0] ?? '')) return null;
  const text = words.join(' ');
  if (plain.test(text)) return null;
  return always.test(text) ? 'always' : long.test(text) ? 'long' : null;
}

/** True for `apiKey`, `client_secret`, `recoveryCodes`, `Authorization`. */
export function isSecretName(name: string): boolean {
  return strengthOf(name) !== null;
}

/** The name to judge a parameter by, from its key. In a path, a key names a thing: `/variables/{key}`. */
export function parameterSecretName(key: string): string {
  return /^path keys?$/i.test(key) ? '' : key.replace(/^\w+ /, '');
}
