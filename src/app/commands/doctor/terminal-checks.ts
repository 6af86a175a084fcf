/** Checks what this terminal can do, as far as that is known without asking it. */
import { type Check, info, type Section } from './check.ts';

export interface TerminalFacts {
  readonly isTerminal: boolean;
  readonly columns: number | undefined;
  readonly rows: number | undefined;
  readonly env: NodeJS.ProcessEnv;
}

export function terminalSection({ isTerminal, columns, rows, env }: TerminalFacts): Section {
  const name = env['TERM'] ?? 'not set';
  return {
    title: 'Terminal',
    checks: [
      isTerminal ? info('size', `${columns ?? '?'}×${rows ?? '?'}`) : info('size', 'the output is no terminal here'),
      name === 'dumb'
        ? {
            name: 'TERM',
            ok: false,
            says: 'dumb: it cannot place text',
            mend: 'set TERM to its real name, such as xterm-256color',
          }
        : info('TERM', name),
      info('colours', coloursIn(env)),
      charactersIn(env),
      info('multiplexer', multiplexerIn(env)),
      info('copying', copyingIn(env)),
      info('over SSH', env['SSH_CONNECTION'] === undefined ? 'no' : 'yes'),
    ],
  };
}

function coloursIn(env: NodeJS.ProcessEnv): string {
  if ((env['NO_COLOR'] ?? '') !== '') return 'none (NO_COLOR)';
  if (/truecolor|24bit/.test(env['COLORTERM'] ?? '')) return 'all (COLORTERM); 16 are used';
  return /256/.test(env['TERM'] ?? '') ? '256 (TERM); 16 are used' : '16';
}

function charactersIn(env: NodeJS.ProcessEnv): Check {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value) => (value ?? '') !== '') ?? 'not set';
  return info('characters', /utf-?8/i.test(locale) ? `UTF-8 (${locale})` : `not said to be UTF-8 (${locale})`);
}

function multiplexerIn(env: NodeJS.ProcessEnv): string {
  if (env['TMUX'] !== undefined) return 'tmux';
  if (env['STY'] !== undefined) return 'GNU screen';
  return env['ZELLIJ'] === undefined ? 'none' : 'Zellij';
}

function copyingIn(env: NodeJS.ProcessEnv): string {
  return env['TMUX'] === undefined
    ? 'by OSC 52: the terminal puts it on its clipboard, if it is set up to'
    : 'by tmux load-buffer -w: tmux 3.2 or later, with set-clipboard on';
}
