/** Effects of the history: list it, and show or export one record. */
import { codeOf } from '../../kernel/files.ts';
import { written } from '../../fleet/export/effects.ts';
import type { Effects } from '../../root/feature.ts';
import type { Ports } from '../../root/ports.ts';
import { unusedFolder } from '../journal/records-file.ts';
import { type KeptRequest, markSeen, readRequest } from '../journal/requests.ts';
import type { Run } from '../run.ts';
import { decodeRecord } from '../runs/effects.ts';
import { listChanges, readRunNow } from '../runs/files.ts';
import { pastRun } from '../runs/open-journals.ts';
import type { RecordMeant } from './feature.ts';
import { newestFirst } from './public.ts';

export const historyEffects: Effects<'history'> = {
  async listHistory(_, { ports }) {
    const rows = await ports.changesFolder().then(
      (folder) => listChanges(folder, decodeRecord, ports.isOrganisationLocked, ports.now()),
      (error: unknown) => [notUsed(error)],
    );
    return { kind: 'historyListed', rows: newestFirst(rows) };
  },
  async readRecord({ of: meant, isLeft = false }, { ports }) {
    const of = await recordOf(meant, ports);
    if (of === null) return { kind: 'recordLost', path: 'path' in meant ? meant.path : '' };
    // The record is shown even if this cannot be saved; then the next start reports it again.
    if (isLeft && 'path' in meant) await markSeen(meant.path, new Date(ports.now()).toISOString());
    const text = await ports.recordText(of);
    return { kind: 'recordRead', page: { of, lines: text.replace(/\n$/, '').split('\n') } };
  },
  async exportRecord({ of: meant, isPage }, { ports }) {
    const of = 'header' in meant ? meant : await recordOf(meant, ports);
    if (of === null) return { kind: 'exportFailed', file: null, code: 'ENOENT', isPartLeft: false };
    return written(() => ports.exportRecord(of, isPage));
  },
};

/** Null: the file is gone or cannot be read. */
async function recordOf(
  meant: RecordMeant,
  { isOrganisationLocked }: Pick<Ports, 'isOrganisationLocked'>,
): Promise<Run | KeptRequest | null> {
  if ('run' in meant) return meant.run;
  const { path } = meant;
  const run = await readRunNow(path, decodeRecord, isOrganisationLocked);
  return run === null ? readRequest(path) : pastRun(0, run.record, path, run.stage);
}

function notUsed(error: unknown) {
  const path = error instanceof Error && 'path' in error && typeof error.path === 'string' ? error.path : '';
  return unusedFolder(path, `not used: ${codeOf(error)}`);
}
