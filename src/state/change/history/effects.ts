/** Effects of the history: it is read, one request of it is, and its lines go to the pager. */
import type { Effects } from '../../root/feature.ts';
import { decodeRecord } from '../runs/effects.ts';
import { unusedFolder } from '../journal/records-file.ts';
import { listRuns } from '../runs/files.ts';
import { historyOf } from './rows.ts';

export const historyEffects: Effects<'history'> = {
  async listHistory(_, { ports }) {
    const runs = ports.runsFolder().then((folder) => listRuns(folder, decodeRecord, ports.isOrganisationLocked));
    const [all, requests] = await Promise.all([
      runs.catch((error: unknown) => [unusedFolder(error)]),
      ports.requestRecords
        .list()
        .catch((error: unknown) => ({ requests: [], damaged: 0, unread: [unusedFolder(error)] })),
    ]);
    return { kind: 'historyListed', list: historyOf(all, requests) };
  },
  async readRequestRecord({ id, path, isLeft }, { ports }) {
    const request = await ports.requestRecords.read({ id, path });
    if (request === null) return { kind: 'historyRequestLost', path };
    // It is shown all the same where that cannot be saved, and told again at the next start.
    if (isLeft) await ports.requestRecords.markSeen({ id, path });
    return { kind: 'historyRequestRead', request };
  },
  async pageRequestRecord({ id, path }, { ports }) {
    const request = await ports.requestRecords.read({ id, path });
    if (request === null) return { kind: 'historyRequestLost', path };
    const says = await ports.showText(`${request.lines}\n`);
    return says === null ? null : { kind: 'showingFailed', says };
  },
};
