/** Saves the marks with which an organisation was left: a list of ids and names, in a file for its owner alone. */
import { join } from 'node:path';
import type { System } from '../../api/system.ts';
import type { MarksSaved, SavedMarks } from '../../state/fleet/marks/feature.ts';
import { codeOf } from '../../state/kernel/files.ts';
import { escapeHidden } from '../../state/kernel/hidden-characters.ts';
import type { Ports } from '../../state/root/ports.ts';
import { removeIfPossible, replaceFile } from './atomic-write.ts';
import { nameFor } from './folders.ts';
import { isNone, readOwnFile } from './own-file.ts';

/** Some 250,000 systems. */
const maxBytes = 16_000_000;

/** `folder`: null where nothing outlives this session. Of several sessions, the last one to end decides. */
export function openSavedMarks(folder: string | null): Ports['savedMarks'] {
  /** Lists without a file: there is no folder, or it could not be written. */
  const unsaved = new Map<string, string>();
  const read = new Set<string>();
  return {
    save(baseUrl, orgId, systems): MarksSaved {
      const name = nameFor(`${baseUrl}\n${orgId}`);
      const path = folder === null ? null : join(folder, 'marks', `${name}.txt`);
      if (systems.length === 0) {
        if (read.has(name)) unsaved.delete(name);
        if (read.has(name) && path !== null) removeIfPossible(path);
        return { kind: 'saved' };
      }
      const text = systems.map(lineOf).join('');
      unsaved.set(name, text);
      if (path === null) return { kind: 'kept' };
      if (Buffer.byteLength(text) > maxBytes) return { kind: 'failed', code: 'too many' };
      try {
        replaceFile(path, text);
      } catch (error) {
        return { kind: 'failed', code: codeOf(error) };
      }
      unsaved.delete(name);
      return { kind: 'saved' };
    },
    read(baseUrl, orgId): SavedMarks | null {
      const name = nameFor(`${baseUrl}\n${orgId}`);
      read.add(name);
      const text = unsaved.get(name);
      if (text !== undefined) return listIn(text, Date.now());
      if (folder === null) return null;
      const file = readOwnFile(join(folder, 'marks', `${name}.txt`), { maxBytes });
      if (isNone(file)) return null;
      if (file.kind === 'read') return listIn(file.bytes.toString(), file.stats.mtimeMs);
      return { kind: 'refused', code: file.why === 'unreadable' ? file.code : refusals[file.why] };
    },
  };
}

const refusals = {
  lostLink: 'a link to nothing',
  notPlain: 'no plain file',
  notYours: 'not yours',
  exposed: 'writable by others',
  tooLarge: 'too large',
};

function listIn(text: string, at: number): SavedMarks {
  return { kind: 'read', text, count: text.split('\n').length - 1, at };
}

/** The id is the first column, which is looked for; the name is for the person. */
function lineOf({ systemId, hostname }: System): string {
  const isPlain = /^[^\s"#,;][^\s,;]*$/.test(systemId);
  const id = isPlain ? systemId : `"${systemId.replaceAll('"', '""')}"`;
  return `${escapeHidden(`${id}\t${hostname ?? ''}`.replaceAll(/[\r\n]/g, ' ')).trimEnd()}\n`;
}
