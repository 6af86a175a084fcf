/** Caches definitions of services in files with mode 0600: the text as received, and its validators. */
import fs from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { Definitions, KeptDefinition } from '../../state/explorer/definition.ts';
import { codeOf } from '../../state/kernel/files.ts';
import { removeIfPossible, replaceFile } from './atomic-write.ts';
import { ensureOwnFolder, jsonIn, readOwnFile } from './own-file.ts';

/** Limits of the cache, which evicts the oldest definition. */
const [maxServices, maxBytes] = [8, 64 * 1024 * 1024];

/** Characters. Escapes may make a service's text longer than received. */
const [maxTextLength, maxMetaLength] = [32 * 1024 * 1024, 16 * 1024];

export function openDefinitions(folder: string | null): Definitions {
  return {
    identify: sha256Of,
    recall: (profile, baseUrl) => Promise.resolve(folder === null ? null : recall(folder, profile, baseUrl)),
    keep(profile, baseUrl, { text, ...about }) {
      if (folder === null) return null;
      const paths = pathsOf(folder, profile, baseUrl);
      try {
        const state = ensureOwnFolder(folder);
        if (state.kind === 'refused') return state.code;
        if (text !== null) replaceFile(paths.text, text, false);
        const meta = { format: 1, address: baseUrl, ...about, bytes: fs.lstatSync(paths.text).size };
        replaceFile(paths.meta, `${JSON.stringify(meta, null, 2)}\n`, false);
        forgetOldest(folder, paths.text);
        return null;
      } catch (error) {
        return codeOf(error);
      }
    },
  };
}

function recall(folder: string, profile: string, baseUrl: string): KeptDefinition | null {
  const paths = pathsOf(folder, profile, baseUrl);
  const about = readOwnFile(paths.meta, { maxBytes: maxMetaLength });
  const meta = about.kind === 'read' ? metaShape.safeParse(jsonIn(about.bytes)).data : undefined;
  if (meta?.address !== baseUrl) return null;
  const kept = readOwnFile(paths.text, { maxBytes: maxTextLength });
  const text = kept.kind === 'read' ? kept.bytes : null;
  return text !== null && sha256Of(text) === meta.sha256 ? { ...meta, text } : null;
}

/** The number of stored definitions and their size; null if the folder cannot be read. */
export function keptDefinitions(folder: string): { readonly services: number; readonly bytes: number } | null {
  try {
    const kept = textsIn(folder);
    return { services: kept.length, bytes: kept.reduce((sum, { size }) => sum + size, 0) };
  } catch {
    return null;
  }
}

/** One file per profile, because a service may describe less to some accounts. */
function pathsOf(folder: string, profile: string, baseUrl: string) {
  const name = join(folder, sha256Of(`${profile}\n${baseUrl}`));
  return { text: `${name}.json`, meta: metaPath(`${name}.json`) };
}

function metaPath(text: string): string {
  return text.replace(/\.json$/, '.meta.json');
}

function sha256Of(text: string | Uint8Array): string {
  // Loaded on demand: it takes a thirtieth of the time of a start, which does not need it.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
}

const textOrNone = z.catch(z.nullable(z.string()), null);

const metaShape = z.object({
  ...{ format: z.literal(1), address: z.string(), sha256: z.string(), at: z.number() },
  ...{ etag: textOrNone, lastModified: textOrNone },
});

function textsIn(folder: string) {
  return fs
    .readdirSync(folder)
    .filter((name) => /^[\da-f]{64}\.json$/.test(name))
    .map((name) => {
      const path = join(folder, name);
      const { size, mtimeMs } = fs.lstatSync(path);
      const meta = fs.lstatSync(metaPath(path), { throwIfNoEntry: false });
      return { path, size, usedAt: meta?.mtimeMs ?? mtimeMs };
    })
    .sort((a, b) => b.usedAt - a.usedAt);
}

/** Evicts the oldest definitions, but never the one just written. */
function forgetOldest(folder: string, now: string): void {
  const all = textsIn(folder);
  const others = all.filter(({ path }) => path !== now);
  let bytes = all.find(({ path }) => path === now)?.size ?? 0;
  for (const [at, { path, size }] of others.entries()) {
    bytes += size;
    if (at + 1 < maxServices && bytes <= maxBytes) continue;
    removeIfPossible(metaPath(path));
    removeIfPossible(path);
  }
}
