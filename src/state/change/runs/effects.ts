/** Effects on the records of runs: finds, opens, copies and shows them. */
import { decodeSystem } from '../../../api/decode.ts';
import type { System } from '../../../api/system.ts';
import type { Effects } from '../../root/feature.ts';
import { readRunNow } from './files.ts';

export const runsEffects: Effects<'runs'> = {
  async findCutOff(effect, { journals, isCurrent, dispatch }) {
    for (const found of await journals.findLeft(effect)) dispatch(found);
    // After the session has moved on, the journal would stay locked.
    if (!isCurrent()) journals.close({ run: effect.run, end: null });
    return null;
  },
  async openRun({ path }, { ports }) {
    return { kind: 'pastRunRead', path, read: await readRunNow(path, decodeRecord, ports.isOrganisationLocked) };
  },
  copyOutcomes({ run }, { ports }) {
    ports.copyOutcomes(run);
    return null;
  },
  async showFile({ path }, { ports }) {
    const message = await ports.showFile(path);
    return message === null ? null : { kind: 'showingFailed', message };
  },
};

/** The system that a record of a run holds; null if it holds none. */
export function decodeRecord(record: unknown): System | null {
  const read = decodeSystem(record);
  return read.ok ? read.value : null;
}
