/** Declares the feature: systems copied, and written into files. */
import type { None, Tagged } from '../kernel/tagged.ts';
import type { System } from '../../api/system.ts';
import type { ExportScope } from './model.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';

export type ExportAction = Tagged<{
  copyOpened: None;
  textCopied: None;
  exportOpened: None;
  systemsExported: { scope: ExportScope };
}>;

export type ExportEffect = Tagged<{
  exportSystems: { systems: readonly System[]; days: number; now: number };
  /** As it is. */
  copyText: { text: string };
  /** With what is hidden made visible: whoever pastes it runs nothing. */
  copyLines: { lines: readonly string[] };
}>;

export type ExportOverlay = Tagged<{
  copy: { list: ListPosition };
  exportSystems: None;
}>;

/** Systems copied, and written into files. */
export interface ExportFeature {
  readonly action: ExportAction;
  readonly effect: ExportEffect;
  readonly overlay: ExportOverlay;
}
