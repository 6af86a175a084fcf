/** Keeps the definitions of services in files for their owner alone: the text as received, and its validators. */
import fs from 'node:fs';
import { join } from 'node:path';
import type { Definitions, KeptDefinition } from '../../state/root/ports.ts';
import { codeOf } from '../../state/kernel/system-error.ts';
import { removeIfPossible, replaceFile } from './atomic-write.ts';
import { ensureOwnFolder } from './folders.ts';
import { jsonIn, readOwnFile } from './own-file.ts';

/** The oldest go. */
const mostServices = 8;
const mostBytes = 64 * 1024 * 1024;

/** Escapes may make the text of a service longer than received. */
const longestText = 32 * 1024 * 1024;
const longestMeta = 16 * 1024;

/** `folder`: null where nothing is kept. */
export function openDefinitions(folder: string | null): Definitions {
  return {
    identify: sha256Of,
    recall: (profile, baseUrl) => Promise.resolve(folder === null ? null : recalled(folder, profile, baseUrl)),
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

function recalled(folder: string, profile: string, baseUrl: string): KeptDefinition | null {
  const paths = pathsOf(folder, profile, baseUrl);
  const about = readOwnFile(paths.meta, { maxBytes: longestMeta });
  const meta = about.kind === 'read' ? metaOf(jsonIn(about.bytes)) : null;
  if (meta === null || meta.address !== baseUrl) return null;
  const kept = readOwnFile(paths.text, { maxBytes: longestText });
  const text = kept.kind === 'read' ? kept.bytes.toString() : null;
  return text !== null && sha256Of(text) === meta.sha256 ? { ...meta, text } : null;
}

/** How many are stored, and how large they are; null where the folder cannot be read. */
export function keptDefinitions(folder: string): { readonly services: number; readonly bytes: number } | null {
  try {
    const kept = textsIn(folder);
    return { services: kept.length, bytes: kept.reduce((sum, { size }) => sum + size, 0) };
  } catch {
    return null;
  }
}

/** Per profile: a service may describe less to some. */
function pathsOf(folder: string, profile: string, baseUrl: string) {
  const name = join(folder, sha256Of(`${profile}\n${baseUrl}`));
  return { text: `${name}.json`, meta: metaPath(`${name}.json`) };
}

function metaPath(text: string): string {
  return text.replace(/\.json$/, '.meta.json');
}

function sha256Of(text: string): string {
  // Not imported: loading it takes a thirtieth of the start, which needs none of it.
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
}

type Meta = Omit<KeptDefinition, 'text'> & { readonly address: string };

function metaOf(value: unknown): Meta | null {
  const { format, address, etag, lastModified, sha256, at } = Object(value) as Readonly<Record<string, unknown>>;
  const isKnown = format === 1 && typeof address === 'string' && typeof sha256 === 'string' && typeof at === 'number';
  return isKnown ? { address, sha256, at, etag: textOf(etag), lastModified: textOf(lastModified) } : null;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Files of services, the newest first. */
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

/** The one that was just written stays, however large it is. */
function forgetOldest(folder: string, now: string): void {
  let [services, bytes] = [0, 0];
  const all = textsIn(folder);
  for (const { path, size } of [...all.filter((one) => one.path === now), ...all.filter((one) => one.path !== now)]) {
    services += 1;
    bytes += size;
    if (path === now || (services <= mostServices && bytes <= mostBytes)) continue;
    removeIfPossible(metaPath(path));
    removeIfPossible(path);
  }
}
