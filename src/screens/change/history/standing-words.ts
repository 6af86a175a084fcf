/** The outcome of a request as a word, a sign and a sentence. */
import { type Standing, standingOf } from '../../../state/change/history/rows.ts';
import type { Tone } from '../../parts/palette.ts';

interface Words {
  /** Drawn in front; a screen reader hears the word. */
  readonly sign: string;
  readonly tone: Tone;
  readonly word: string;
  readonly sentence: string;
}

const words: Readonly<Record<Standing, Words>> = {
  done: { sign: '✓', tone: 'good', word: 'done', sentence: 'The service carried it out.' },
  partly: {
    ...{ sign: '✗', tone: 'danger', word: 'partly' },
    sentence: 'Its answer names failures: only a part was carried out. Read its targets before you send it again.',
  },
  failed: {
    ...{ sign: '✗', tone: 'danger', word: 'failed' },
    sentence: 'The service answered that it failed. Read its target before you send it again.',
  },
  refused: { sign: '✗', tone: 'danger', word: 'refused', sentence: 'The service refused it: it was not carried out.' },
  unknown: {
    ...{ sign: '●', tone: 'warning', word: 'unknown' },
    sentence: 'It was sent, and no answer says whether it was carried out. Read its target before you send it again.',
  },
  withheld: { sign: ' ', tone: 'dim', word: 'not sent', sentence: 'Nothing left this computer.' },
  noOutcome: {
    ...{ sign: '●', tone: 'warning', word: 'no outcome' },
    sentence:
      'Its outcome is not known: rollcall ended before it could be saved. Read its target before you send it again.',
  },
  underWay: {
    ...{ sign: '▸', tone: 'accent', word: 'in progress' },
    sentence: 'Another session is sending it now. r refreshes the list.',
  },
  preview: { sign: ' ', tone: 'dim', word: 'preview', sentence: 'Preview: this would have been sent. Nothing was.' },
};

export function standingWords(standing: Standing): Words {
  return words[standing];
}

/** `done, 204`; of a preview no status: there was no answer. */
export function standingWithStatus(request: Parameters<typeof standingOf>[0]): string {
  const { word } = words[standingOf(request)];
  const status = request.result?.status ?? null;
  return status === null ? word : `${word}, ${status}`;
}
