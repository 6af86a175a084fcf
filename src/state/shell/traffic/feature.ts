/** Declares the feature: the requests of this session, over any screen. */
import type { RequestEntry } from '../../../api/http/request-log.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';

export interface RequestLogFeature {
  readonly action: Tagged<{
    requestLogOpened: None;
    requestLogRefreshed: None;
    /** The requests at that moment: later ones move no row. */
    requestLogRead: { entries: readonly RequestEntry[] };
    requestLogFiltered: None;
    requestLogFilterKept: None;
    /** Shows all fields of the request under the cursor. */
    requestDetailsToggled: None;
    /** Copies the request under the cursor, or all shown ones. */
    requestsCopied: { all: boolean };
  }>;
  readonly effect: Tagged<{ readRequestLog: None }>;
  readonly overlay: {
    readonly kind: 'requestLog';
    readonly entries: readonly RequestEntry[];
    readonly filter: string;
    readonly isTyping: boolean;
    readonly isOpened: boolean;
    readonly list: ListPosition;
  };
  readonly field: 'requestFilter';
}
