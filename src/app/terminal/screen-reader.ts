/** Output for a screen reader: appends the new lines of each frame, and never erases. */
import { stripVTControlCharacters } from 'node:util';
import { outputWith } from './output.ts';
import { clean } from '../../screens/text/clean.ts';
import { clip } from '../../screens/text/fit.ts';
import { count } from '../../screens/text/quantities.ts';
import { doneIn, isGoing, type Run } from '../../state/change/run.ts';
import { runRows } from '../../state/change/run-kinds.ts';
import { connectedNews } from '../../state/fleet/watching.ts';
import type { State } from '../../state/root/state.ts';

/** Distinguishes pasted from typed text without visible output (xterm, "Bracketed Paste Mode"). */
const pasteModes: readonly string[] = ['\u{1B}[?2004h', '\u{1B}[?2004l'];

/** Columns and rows of the frames, large enough that a small terminal neither cuts text nor scrolls lists. */
export const plainSize = { columns: 200, rows: 100 } as const;

export function screenReaderOutput(terminal: NodeJS.WriteStream, map: (text: string) => string) {
  let said: readonly string[] = [];
  let last: readonly string[] = [];
  let isAnswer = true;
  let announcedAt = -Infinity;
  let timer: NodeJS.Timeout | undefined;

  const announce = (): void => {
    clearTimeout(timer);
    timer = undefined;
    const lines = isAnswer ? typedParts(said, last) : newLines(said, last);
    said = last;
    if (lines.length === 0) return;
    terminal.write(map(`${lines.join('\n')}\n`));
    if (!isAnswer) announcedAt = performance.now();
    isAnswer = false;
  };
  const announceSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(announce, 0);
  };
  const take = (text: string): void => {
    if (text.startsWith('\u{1B}[?')) {
      if (pasteModes.includes(text)) terminal.write(text);
      return;
    }
    last = spokenLines(text);
    if (isAnswer || isNews(said, last)) announceSoon();
    // A count that changes by itself is announced at most every 3 s.
    else timer ??= setTimeout(announce, Math.max(0, announcedAt + 3000 - performance.now()));
  };
  // At its end, Ink waits for pending writes.
  const write = (text: unknown, ...rest: unknown[]): boolean => {
    if (typeof text === 'string' && text !== '') take(text);
    const done = rest.find((one) => typeof one === 'function');
    return done === undefined || terminal.write('', done as () => void);
  };
  return {
    stream: outputWith(terminal, { write, ...plainSize }),
    keyPressed() {
      isAnswer = true;
      // Pending lines are announced together with the effect of the key.
      if (timer !== undefined) announceSoon();
    },
    repeat() {
      said = [];
      isAnswer = true;
      announce();
    },
    end: announce,
  };
}

/** Characters that only draw lines, blocks and shades (Unicode, "Box Drawing" and "Block Elements"). */
const drawing = / *(?:\u00B7 )?[\u2500-\u259F]+ */g;
const cursorSign = '▌';

/** The lines of a frame to announce. A list announces only the row with the cursor: a key leads to the others. */
export function spokenLines(frame: string): readonly string[] {
  const lines = stripVTControlCharacters(frame).split('\n');
  const hasCursor = lines.some((line) => line.startsWith(cursorSign));
  return lines
    .filter((line) => !hasCursor || !line.startsWith(' '))
    .map((line) => (line.startsWith(cursorSign) ? line.slice(cursorSign.length) : line))
    .map((line) => inWords(line.replace(drawing, ' ').trim().replace(/ {2,}/g, ', ')))
    .filter((line) => line !== '');
}

/** Removes a sign if the text after it has its meaning; else replaces it by a word. */
// Escaped, as in `drawing`: a bundle may be read as bytes, and the bundler escapes only string literals.
function inWords(line: string): string {
  return line
    .replaceAll(/[\u25CF\u25CB\u25C6\u21A9] (?=\S)/g, '')
    .replaceAll(/\u2717 (?=\d|will |failed|refused)|\u2713 (?=\d|marked|done)/g, '')
    .replace(/^\u2717 /, 'failed, ')
    .replace(/^\u2713 /, 'chosen, ')
    .replaceAll(/,? [\u00B7\u203A] /g, ', ');
}

/** True if the lines contain news, not only changed counts. */
export function isNews(before: readonly string[], lines: readonly string[]): boolean {
  return newLines(before.map(withoutCounts), lines.map(withoutCounts)).length > 0;
}

function withoutCounts(line: string): string {
  return line.replace(/\d[\d,.]*/g, '0');
}

export function newLines(before: readonly string[], lines: readonly string[]): readonly string[] {
  const said = new Set(before);
  return lines.filter((line) => !said.has(line));
}

/**
 * The new lines; for a field whose text grew or shrank at its end, only the typed or deleted part. A line that quotes
 * the field and otherwise differs only in counts is dropped, because the field has the count.
 */
export function typedParts(before: readonly string[], lines: readonly string[]): readonly string[] {
  const left = before.filter((line) => !lines.includes(line));
  const quotes = lines.flatMap((line) => fieldIn(line)[1].split(', ').slice(0, 1)).map((text) => `"${text}"`);
  const unquote = (line: string): string => withoutCounts(line.replace(/"[^"]*"/, '""'));
  const isKnown = (line: string): boolean =>
    quotes.some((quote) => line.includes(quote)) && left.some((other) => unquote(other) === unquote(line));
  return newLines(before, lines).flatMap((line) => {
    if (isKnown(line)) return [];
    const [label, text] = fieldIn(line);
    const was = label === null ? undefined : left.map(fieldIn).find(([other]) => other === label)?.[1];
    if (was === undefined) return [line];
    const [typed = '', ...remarks] = text.split(', ');
    const [typedBefore = '', ...remarksBefore] = was.split(', ');
    const news = remarks.filter((remark) => !remarksBefore.includes(remark));
    if (typed !== typedBefore && !typed.startsWith(typedBefore) && !typedBefore.startsWith(typed)) return [line];
    const added = typed.slice(typedBefore.length).trimStart();
    const deleted = typedBefore.slice(typed.length);
    const parts = [...(added === '' ? [] : [added]), ...(deleted === '' ? [] : [`${deleted} deleted`]), ...news];
    return parts.length === 0 ? [] : [parts.join(', ')];
  });
}

function fieldIn(line: string): readonly [string | null, string] {
  const [, label = null, text = ''] = /^([^:>]{0,40}[:>])(?: (.*))?$/.exec(line) ?? [];
  return [label, text.trim()];
}

// Reports to another window: a run by the terminal's title, with a bell at its end, and watched systems by both.

/** Terminals that set their title by OSC 2 or ignore it. The Linux console would print it. */
export const knowsOsc =
  /^(?:xterm|tmux|screen|rxvt|alacritty|foot|kitty|wezterm|ghostty|st-|konsole|vte|gnome|iterm|contour|rio)/;

/** The title by OSC 2, saved and restored by its stack (XTWINOPS 22 and 23). */
export function terminalAbilities(env: NodeJS.ProcessEnv, isPlain: boolean) {
  const term = env['TERM'] ?? '';
  const hasTitle = !isPlain && knowsOsc.test(term);
  return { hasTitle, hasLinks: hasTitle && takesLinks(env) };
}

/** True for terminals that are known to support OSC 8. Others might print the address. */
function takesLinks(env: NodeJS.ProcessEnv): boolean {
  const { TERM: term = '', TERM_PROGRAM: program = '', TERM_PROGRAM_VERSION: version = '' } = env;
  // tmux supports links since 3.4, and drops them if the outer terminal does not support them.
  if (program === 'tmux') return Number.parseFloat(version) >= 3.4;
  if (/^(?:tmux|screen)/.test(term) || (env['STY'] ?? '') !== '') return false;
  return (
    /^(?:xterm-kitty|xterm-ghostty|foot|alacritty|wezterm|contour|rio)/.test(term) ||
    /^(?:iTerm\.app|WezTerm|ghostty|vscode|WarpTerminal|rio)$/.test(program) ||
    Number(env['VTE_VERSION'] ?? 0) >= 5000 ||
    Number(env['KONSOLE_VERSION'] ?? 0) >= 201_200 ||
    (env['WT_SESSION'] ?? '') !== '' ||
    env['LC_TERMINAL'] === 'iTerm2'
  );
}

const saveTitle = '\u{1B}[22;0t';
/** A terminal without the stack keeps an empty title until the shell sets its own. */
const restoreTitle = '\u{1B}]2;\u{7}\u{1B}[23;0t';
const bell = '\u{7}';

export function createAnnouncer(
  write: (text: string) => void,
  { hasTitle }: Pick<ReturnType<typeof terminalAbilities>, 'hasTitle'>,
  now: () => number = () => performance.now(),
) {
  let title: string | null = null;
  let since = -Infinity;
  const end = (): void => {
    if (title !== null) write(restoreTitle);
    title = null;
  };
  const entitle = (next: string, isAtOnce: boolean): void => {
    if (!hasTitle || (!isAtOnce && now() - since < 1000)) return;
    since = now();
    if (next === title) return;
    write(`${title === null ? saveTitle : ''}\u{1B}]2;${next}\u{7}`);
    title = next;
  };
  return {
    changed(state: State, before: State): void {
      const { deletion: run, news } = state;
      if (run === before.deletion && news === before.news) return;
      const isRunning = run !== null && isAnnounced(run);
      const hasEnded = !isRunning && before.deletion !== null && isAnnounced(before.deletion);
      const [told, earlier] = [connectedNews(state), connectedNews(before)];
      const connected = told[0];
      if (isRunning) entitle(runTitle(run), run.isPaused || before.deletion?.isPaused === true);
      else if (connected !== undefined) entitle(clean(`rollcall: ${connected.name} connected`), true);
      else if (hasEnded || earlier.length > 0) end();
      const isNew = told.some((notice) => !earlier.includes(notice));
      if ((hasEnded || isNew) && !state.program.isLeaving && state.session.profileSettings.bell) write(bell);
    },
    end,
  };
}

/** A deletion that another session left interrupted is settled silently. */
function isAnnounced(run: Run): boolean {
  return isGoing(run) && run.stop !== 'cutOff';
}

/** `rollcall: deleting 1,204 of 3,807 in Northwind` */
function runTitle(run: Run): string {
  const { doing, paused } = runRows[run.kind].words;
  const what = run.isPaused ? paused : run.isPreview ? 'preview' : doing;
  return clean(`rollcall: ${what} ${count(doneIn(run))} of ${count(run.planned.length)} in ${nameOf(run)}`);
}

function nameOf({ organisation }: Run): string {
  return clip(clean(organisation.orgName), 40);
}
