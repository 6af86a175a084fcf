/** Reports a run outside its screen: the terminal's title meanwhile; a bell and a notification at its end. */
import { clean } from '../../screens/text/clean.ts';
import { clip } from '../../screens/text/fit.ts';
import { count } from '../../screens/text/quantities.ts';
import { doneIn, isGoing, type Run } from '../../state/change/run.ts';
import { runRows } from '../../state/change/run-kinds.ts';
import type { State } from '../../state/root/state.ts';

/** Terminals that set their title by OSC 2, and ignore unknown sequences. The Linux console would print them. */
export const knowsOsc =
  /^(?:xterm|tmux|screen|rxvt|alacritty|foot|kitty|wezterm|ghostty|st-|konsole|vte|gnome|iterm|contour|rio)/;

const notifying = {
  term: /^(?:xterm-kitty|xterm-ghostty|foot)/,
  program: /^(?:iTerm\.app|WezTerm|ghostty)$/,
};

/** The title: OSC 2, and its stack (XTWINOPS 22 and 23). Desktop notifications: the text of OSC 9. */
export function terminalAbilities(env: NodeJS.ProcessEnv, isPlain: boolean) {
  const term = env['TERM'] ?? '';
  const hasTitle = !isPlain && knowsOsc.test(term);
  // Multiplexers pass a notification on only where they are configured to.
  const isInside = (env['TMUX'] ?? '') !== '' || (env['STY'] ?? '') !== '' || /^(?:tmux|screen)/.test(term);
  const isKnown =
    notifying.term.test(term) ||
    notifying.program.test(env['TERM_PROGRAM'] ?? '') ||
    // Sent along by ssh, unlike the variable above.
    env['LC_TERMINAL'] === 'iTerm2';
  return { hasTitle, hasNotifications: hasTitle && !isInside && isKnown, hasLinks: hasTitle && takesLinks(env) };
}

/** Terminals that are known to take OSC 8. Others may print its address. */
function takesLinks(env: NodeJS.ProcessEnv): boolean {
  const { TERM: term = '', TERM_PROGRAM: program = '', TERM_PROGRAM_VERSION: version = '' } = env;
  // tmux takes links from 3.4 on, and leaves them out where the terminal around it does not.
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
/** A terminal without the stack is left without a title, and the next prompt of the shell sets its own. */
const restoreTitle = '\u{1B}]2;\u{7}\u{1B}[23;0t';
const bell = '\u{7}';

export function createAnnouncer(
  write: (text: string) => void,
  { hasTitle, hasNotifications }: Omit<ReturnType<typeof terminalAbilities>, 'hasLinks'>,
  now: () => number = () => performance.now(),
) {
  let title: string | null = null;
  let since = -Infinity;
  const end = (): void => {
    if (title !== null) write(restoreTitle);
    title = null;
  };
  const entitle = (run: Run, isAtOnce: boolean): void => {
    if (!hasTitle || (!isAtOnce && now() - since < 1000)) return;
    since = now();
    const next = runTitle(run);
    if (next === title) return;
    write(`${title === null ? saveTitle : ''}\u{1B}]2;${next}\u{7}`);
    title = next;
  };
  return {
    changed(state: State, before: State): void {
      const { deletion: run } = state;
      if (run === before.deletion) return;
      if (run !== null && isAnnounced(run)) entitle(run, run.isPaused || before.deletion?.isPaused === true);
      else if (before.deletion !== null && isAnnounced(before.deletion)) {
        end();
        if (state.program.isLeaving || !state.session.profileSettings.bell) return;
        write(bell);
        if (hasNotifications && run !== null) write(`\u{1B}]9;${endWords(run)}\u{7}`);
      }
    },
    end,
  };
}

/** A deletion that was interrupted in another session is settled without a word. */
function isAnnounced(run: Run): boolean {
  return isGoing(run) && run.stop !== 'cutOff';
}

/** `rollcall: deleting 1,204 of 3,807 in Northwind` */
function runTitle(run: Run): string {
  const { doing, paused } = runRows[run.kind].words;
  const what = run.isPaused ? paused : run.isPreview ? 'preview' : doing;
  return clean(`rollcall: ${what} ${count(doneIn(run))} of ${count(run.planned.length)} in ${nameOf(run)}`);
}

function endWords(run: Run): string {
  const words = runRows[run.kind].words;
  const done = `${count(run.counts.done)} of ${count(run.planned.length)} ${words.done}`;
  const end = `${words.noun} ${run.stop === null ? 'finished' : 'stopped'}: ${done}`;
  const what = run.isPreview ? 'preview finished' : end;
  return clean(`rollcall: ${what} in ${nameOf(run)}`);
}

function nameOf({ organisation }: Run): string {
  return clip(clean(organisation.orgName), 40);
}
