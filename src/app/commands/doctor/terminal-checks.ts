/** Checks what this terminal can do, as far as that is known without asking it. */
import type { WriteStream } from 'node:tty';
import { failed, info, type Section } from './check.ts';

export function terminalSection({ isTTY, columns, rows }: Partial<WriteStream>, env: NodeJS.ProcessEnv): Section {
  const { TERM: name = 'not set', TMUX: tmux, SSH_CONNECTION: ssh } = env;
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find((value) => (value ?? '') !== '') ?? 'not set';
  const mend = 'set TERM to its real name, such as xterm-256color';
  const copying =
    tmux === undefined
      ? 'by OSC 52: the terminal puts it on its clipboard, if it is set up to'
      : 'by tmux load-buffer -w: tmux 3.2 or later, with set-clipboard on';
  return {
    title: 'Terminal',
    checks: [
      info('size', isTTY === true ? `${columns ?? '?'}×${rows ?? '?'}` : 'the output is no terminal here'),
      name === 'dumb' ? failed('TERM', 'dumb: it cannot place text', mend) : info('TERM', name),
      info('colours', coloursIn(env)),
      info('characters', /utf-?8/i.test(locale) ? `UTF-8 (${locale})` : `not said to be UTF-8 (${locale})`),
      info('multiplexer', multiplexerIn(env)),
      info('copying', copying),
      info('over SSH', ssh === undefined ? 'no' : 'yes'),
    ],
  };
}

function coloursIn(env: NodeJS.ProcessEnv): string {
  if ((env['NO_COLOR'] ?? '') !== '') return 'none (NO_COLOR)';
  if (/truecolor|24bit/.test(env['COLORTERM'] ?? '')) return 'all (COLORTERM); 16 are used';
  return /256/.test(env['TERM'] ?? '') ? '256 (TERM); 16 are used' : '16';
}

function multiplexerIn(env: NodeJS.ProcessEnv): string {
  if (env['TMUX'] !== undefined) return 'tmux';
  if (env['STY'] !== undefined) return 'GNU screen';
  return env['ZELLIJ'] === undefined ? 'none' : 'Zellij';
}
