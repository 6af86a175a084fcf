/** Parses a person's command for an editor, a pager or a token: the one way from such a text to a program. */
import { homedir } from 'node:os';

export type CommandWords =
  | {
      readonly ok: true;
      readonly words: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  /** Follows the name of the command, without a full stop. */
  | { readonly ok: false; readonly says: string };

/** A backslash is a plain character: Windows has it in paths. */
const piece = /'(?<single>[^']*)'|"(?<double>[^"]*)"|(?<bare>[^\s'"]+)|\s+/g;

type Piece = Readonly<Partial<Record<'single' | 'double' | 'bare', string>>>;

function piecesOf(command: string): readonly (readonly Piece[])[] {
  const words: Piece[][] = [[]];
  for (const { 0: whole, groups = {} } of command.matchAll(piece)) {
    if (whole.trim() === '') words.push([]);
    else words.at(-1)?.push(groups);
  }
  return words.filter((pieces) => pieces.length > 0);
}

const assignment = /^([A-Za-z_]\w*)=/;
const variable = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

/** As a shell does, with `~` and variables; their values are not split again. A pipe needs `sh -c`. */
export function commandWords(command: string, env: NodeJS.ProcessEnv, home = env['HOME'] ?? homedir()): CommandWords {
  if (/["']/.test(command.replace(/"[^"]*"|'[^']*'/g, '')))
    return { ok: false, says: 'has a quote that is not closed' };
  const unset: string[] = [];
  const valued = (text: string): string =>
    text.replace(variable, (_, braced?: string, bare?: string) => {
      const name = braced ?? bare ?? '';
      if (env[name] === undefined) unset.push(name);
      return env[name] ?? '';
    });
  const words: string[] = [];
  const own: Record<string, string> = {};
  for (const pieces of piecesOf(command)) {
    const name = words.length === 0 ? assignment.exec(pieces[0]?.bare ?? '')?.[1] : undefined;
    const text = pieces.map(({ single, double, bare }, at) => {
      const from = at === 0 && name !== undefined ? name.length + 1 : 0;
      const plain = bare?.slice(from);
      const path = at === 0 ? plain?.replace(pieces.length === 1 ? /^~(?=$|[/\\])/ : /^~(?=[/\\])/, () => home) : plain;
      return single ?? valued(double ?? path ?? '');
    });
    if (name === undefined) words.push(text.join(''));
    else own[name] = text.join('');
  }
  const [missing] = unset;
  if (missing !== undefined) return { ok: false, says: `names $${missing}, which is not set` };
  if (words.length === 0 && Object.keys(own).length > 0) return { ok: false, says: 'names no program' };
  return { ok: true, words, env: own };
}
