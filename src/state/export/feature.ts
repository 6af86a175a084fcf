/** Declares the feature: systems copied, and written into files. */
import type { System } from '../../api/system.ts';
import type { ExportScope } from './model.ts';
import type { ListPosition } from '../kernel/list-cursor.ts';

export type ExportAction =
  | { readonly kind: 'copyOpened' }
  | { readonly kind: 'textCopied' }
  | { readonly kind: 'exportOpened' }
  | { readonly kind: 'systemsExported'; readonly scope: ExportScope };

export type ExportEffect =
  | {
      readonly kind: 'exportSystems';
      readonly systems: readonly System[];
      readonly days: number;
      readonly now: number;
    }
  /** As it is. */
  | { readonly kind: 'copyText'; readonly text: string }
  /** With what is hidden made visible: whoever pastes it runs nothing. */
  | { readonly kind: 'copyLines'; readonly lines: readonly string[] };

export type ExportOverlay = { readonly kind: 'copy'; readonly list: ListPosition } | { readonly kind: 'exportSystems' };

/** Systems copied, and written into files. */
export interface ExportFeature {
  readonly action: ExportAction;
  readonly effect: ExportEffect;
  readonly overlay: ExportOverlay;
}
