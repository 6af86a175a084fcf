/** Words for the banner. */
import { bannerOf } from '../../state/program/banner.ts';
import type { ClockNote } from '../../state/clock/clock.ts';
import type { State } from '../../state/state.ts';
import { clean, type Clean } from './clean.ts';
import { span } from './times.ts';

/** One sentence, and the key that puts it away; null where there is no banner. */
export function bannerSentence(state: State): Clean | null {
  const banner = bannerOf(state);
  switch (banner?.kind) {
    case undefined:
      return null;
    case 'tls':
      return clean('NODE_TLS_REJECT_UNAUTHORIZED=0: anybody on the way can read the token.');
    case 'preferences':
      return clean(`${banner.says} x hides`);
    case 'clock':
      return clean(`${clockSentence(banner.note)} x hides`);
  }
}

/** What disagreeing clocks mean for ages. */
export function clockSentence(note: Exclude<ClockNote, { kind: 'fine' }>): Clean {
  switch (note.kind) {
    case 'ahead':
      return clean(`This computer's clock is ${span(note.ms)} ahead; ages use the service's time.`);
    case 'behind':
      return clean(`This computer's clock is ${span(note.ms)} behind; some ages are too small.`);
    case 'unverified':
      return clean('Ages are unverified: the service sent no reliable time.');
  }
}
