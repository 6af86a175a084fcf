/** Request records, whose code is loaded at the first change: few sessions send one. */
import fs from 'node:fs';
import type { RequestRecords } from '../../state/change/journal/request-record.ts';
import { version } from '../cli/flags.ts';
import { requestsFolder } from './folders.ts';

export function lateRequestRecords(isDemo: boolean): RequestRecords {
  let loaded: Promise<RequestRecords> | null = null;
  const folder = (): Promise<string> => requestsFolder(isDemo);
  const records = (): Promise<RequestRecords> =>
    (loaded ??= import('./request-records.ts').then(({ openRequestRecords }) =>
      openRequestRecords({ folder, version, now: () => Date.now() }),
    ));
  return {
    begin: async (record) => (await records()).begin(record),
    end: async (id, end) => (await records()).end(id, end),
    list: async () => (await records()).list(),
    read: async (request) => (await records()).read(request),
    async withoutEnd() {
      const where = await folder().catch(() => null);
      return where !== null && fs.existsSync(where) ? (await records()).withoutEnd() : [];
    },
    markSeen: async (request) => (await records()).markSeen(request),
  };
}
