/** The setting that says below which path of the service the operations of its definition are. */
import { isPlainPath } from '../../api/calls/operations-at.ts';
import type { Setting } from '../kernel/setting.ts';

const longest = 200;
const fault = { ok: false, says: 'Type a path such as /api/v2, none or definition.' } as const;

/** Null: the definition says it; '': none, so that they are below the address that was signed in to. */
export const basePathSetting: Setting<string | null> = {
  inFile: 'basePath',
  initial: null,
  sentence: 'Send operations below the path',
  help: '/api/v2, say. none: your address. definition: its own path.',
  // A change would otherwise go to another address than the one that was written.
  protects: true,
  choices: null,
  schema: { type: 'string', maxLength: longest },
  text: (path) => path ?? 'definition',
  read(typed) {
    const word = typed.toLowerCase();
    if (word === 'definition') return { ok: true, value: null };
    if (word === 'none') return { ok: true, value: '' };
    return isBasePath(typed) ? { ok: true, value: typed } : fault;
  },
  decode: (stored) => (stored === '' || (typeof stored === 'string' && isBasePath(stored)) ? stored : undefined),
  encode: (path) => path ?? undefined,
};

function isBasePath(text: string): boolean {
  return text.startsWith('/') && text.length <= longest && isPlainPath(text);
}
