/** The lines of a notice: whole sentences, also in a narrow terminal, where it takes the line of the hints as well. */
import { type Clean, clean } from '../text/clean.ts';
import { clip, width, wrapped } from '../text/fit.ts';

export interface Notice {
  readonly sentence: Clean;
  /** The next key, such as `r retries.`; never cut. */
  readonly next?: Clean | undefined;
  readonly isWarning?: true;
  /** It says nothing about the last key, and takes no line from the hints. */
  readonly isFoot?: true;
}

/** Sentences are written for this width. */
const writtenFor = 80;

export const warningSign = '! ';

/** One line, or two. */
export function noticeLines({ sentence, next, isWarning, isFoot }: Notice, columns: number): readonly Clean[] {
  const sign = isWarning === true ? warningSign : '';
  const ending = clean(next === undefined ? '' : ` ${next}`);
  const most = isFoot === true || columns >= writtenFor ? 1 : 2;
  const whole = [...wholeSentences(sentence)].map((kept) => wrapped(clean(sign + kept + ending), columns));
  const fitting = columns < writtenFor ? whole.find(({ length }) => length <= most) : undefined;
  if (fitting !== undefined) return fitting;
  if (most === 1) return [clean(sign + clip(sentence, columns - sign.length - width(ending)) + ending)];
  const [first = clean('')] = wrapped(clean(sign + sentence), columns);
  const rest = clean((sign + sentence).slice(first.length).trimStart());
  return [first, clean(clip(rest, columns - width(ending)) + ending)];
}

/** All of its sentences, then fewer from the end, down to the first. */
function* wholeSentences(text: Clean): Generator<string> {
  const sentences = text.split(/(?<=[.?!]) +(?=\S)/);
  for (let kept = sentences.length; kept > 0; kept--) yield sentences.slice(0, kept).join(' ');
}
