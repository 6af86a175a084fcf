/** Declares the feature: the requests of this session, over any screen. */
import type { RequestEntry } from '../../../api/http/request-log.ts';
import type { None, Tagged } from '../../kernel/declare.ts';
import type { ListPosition } from '../../kernel/list-cursor.ts';

export interface RequestLogFeature {
  readonly action: Tagged<{
    requestLogOpened: None;
    requestLogRefreshed: None;
    /** As they were at that moment: those that come meanwhile move no row. */
    requestLogRead: { entries: readonly RequestEntry[] };
    requestLogFiltered: None;
    requestLogFilterKept: None;
    /** All fields of the one under the cursor. */
    requestDetailsToggled: None;
    /** The one under the cursor, or all that are shown. */
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
