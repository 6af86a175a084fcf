/** Reports a run outside its screen: the terminal's title meanwhile; a bell at its end. */
import { clean } from '../../screens/text/clean.ts';
import { clip } from '../../screens/text/fit.ts';
import { count } from '../../screens/text/quantities.ts';
import { doneIn, isGoing, type Run } from '../../state/change/run.ts';
import { runRows } from '../../state/change/run-kinds.ts';
import type { State } from '../../state/root/state.ts';

/** Terminals that set their title by OSC 2, and ignore unknown sequences. The Linux console would print them. */
export const knowsOsc =
  /^(?:xterm|tmux|screen|rxvt|alacritty|foot|kitty|wezterm|ghostty|st-|konsole|vte|gnome|iterm|contour|rio)/;

/** The title: OSC 2, and its stack (XTWINOPS 22 and 23). */
export function terminalAbilities(env: NodeJS.ProcessEnv, isPlain: boolean) {
  const term = env['TERM'] ?? '';
  const hasTitle = !isPlain && knowsOsc.test(term);
  return { hasTitle, hasLinks: hasTitle && takesLinks(env) };
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
  { hasTitle }: Pick<ReturnType<typeof terminalAbilities>, 'hasTitle'>,
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
        if (!state.program.isLeaving && state.session.profileSettings.bell) write(bell);
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

function nameOf({ organisation }: Run): string {
  return clip(clean(organisation.orgName), 40);
}
