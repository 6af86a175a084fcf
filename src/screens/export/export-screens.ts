/** The overlays of the export: copy a text, and write systems into files. */
import { copyTexts } from '../../state/export/update.ts';
import { copyLayout } from '../../state/kernel/layout.ts';
import type { ScreenDefinitions } from '../screen-definition.ts';
import { copyKeys, exportKeys } from './export-keys.ts';
import { CopyScreen, ExportScreen } from './export-overlays.tsx';

export const exportScreens: ScreenDefinitions<'copy' | 'exportSystems'> = {
  copy: {
    View: CopyScreen,
    keys: [copyKeys],
    extent: (state) => {
      const { length } = copyTexts(state);
      return { length, height: copyLayout(state.rows, length).list };
    },
  },
  exportSystems: { View: ExportScreen, keys: [exportKeys] },
};
