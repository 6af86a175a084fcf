/** The lines of a notice: whole sentences; where one line is too short, it takes the line of the hints as well. */
import { type Clean, clean } from '../text/clean.ts';
import { clip, width, wrapped } from '../text/fit.ts';

export interface Notice {
  readonly sentence: Clean;
  /** The next key, such as `r retries.`; never cut. */
  readonly next?: Clean | undefined;
  readonly isWarning?: true;
  /** It says nothing about the last key, and takes no line from the hints. */
  readonly isFoot?: true;
  /** A problem stays while other keys are pressed: from 80 columns on, the words of the service give way to the hints. */
  readonly isLasting?: true;
}

/** Sentences are written for this width. */
const writtenFor = 80;

const warningSign = '! ';

/** One line, or two. */
export function noticeLines(
  { sentence, next, isWarning, isFoot, isLasting }: Notice,
  columns: number,
): readonly Clean[] {
  const sign = isWarning === true ? warningSign : '';
  const ending = clean(next === undefined ? '' : ` ${next}`);
  const most = isFoot === true || (isLasting === true && columns >= writtenFor) ? 1 : 2;
  const lines = wrapped(clean(sign + sentence + ending), columns);
  if (lines.length <= most) return lines;
  if (most === 1) return [clean(sign + clip(sentence, columns - sign.length - width(ending)) + ending)];
  const [first = clean('')] = wrapped(clean(sign + sentence), columns);
  const rest = clean((sign + sentence).slice(first.length).trimStart());
  return [first, clean(clip(rest, columns - width(ending)) + ending)];
}
