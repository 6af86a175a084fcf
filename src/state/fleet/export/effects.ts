/** Effects of copying and exporting. */
import type { Effects } from '../../root/feature.ts';
import { codeOf } from '../../kernel/files.ts';
import type { ExportWritten } from './feature.ts';
import type { Action } from '../../root/state.ts';

export const exportingEffects: Effects<'exporting'> = {
  exportSystems: (effect, { ports }) => written(() => ports.exportSystems(effect.systems, effect)),
  copyText({ text }, { ports }) {
    ports.copyText(text);
    return null;
  },
  copyLines({ lines }, { ports }) {
    ports.copyLines(lines);
    return null;
  },
};

export async function written(write: () => Promise<ExportWritten>): Promise<Action> {
  try {
    const result = await write();
    if (result.ok) return { kind: 'runExported', paths: result.paths };
    const { file, code, isPartLeft } = result;
    return { kind: 'exportFailed', file, code, isPartLeft };
  } catch (error) {
    return { kind: 'exportFailed', file: null, code: codeOf(error), isPartLeft: false };
  }
}
