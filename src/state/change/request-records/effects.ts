/** Effects of the list of earlier requests: it is read, one of them is, and its line goes to the pager. */
import type { Effects } from '../../root/feature.ts';
import { codeOf } from '../../kernel/system-error.ts';

export const requestRecordsEffects: Effects<'requestRecords'> = {
  listRequestRecords: (_, { ports }) =>
    ports.requestRecords.list().then(
      (kept) => ({ kind: 'requestRecordsListed', kept }),
      (error: unknown) => ({ kind: 'requestRecordsFailed', code: codeOf(error) }),
    ),
  async readRequestRecord({ id, path, isLeft }, { ports }) {
    const request = await ports.requestRecords.read({ id, path });
    if (request === null) return { kind: 'requestRecordLost', path };
    // It is shown all the same where that cannot be saved, and told again at the next start.
    if (isLeft) await ports.requestRecords.markSeen({ id, path });
    return { kind: 'requestRecordRead', request };
  },
  async pageRequestRecord({ id, path }, { ports }) {
    const request = await ports.requestRecords.read({ id, path });
    if (request === null) return { kind: 'requestRecordLost', path };
    const says = await ports.showText(`${request.lines}\n`);
    return says === null ? null : { kind: 'showingFailed', says };
  },
};
