/** Which of the characters that come from a terminal are keys, and which are its answers and reports? */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patienceFor, piecesOfRest, typedPieces } from '../../../src/app/keyboard/input-parser.ts';
import { reports } from '../../support/reports.ts';

test.each([
  ['jjj', ['jjj']],
  ['abc\r', ['abc', '\r']],
  ['x\u007F\u007F', ['x', '\u007F', '\u007F']],
  ['\u001B[A\u001B[Bj', ['\u001B[A', '\u001B[B', 'j']],
  ['\u001B[1;2Dq', ['\u001B[1;2D', 'q']],
  ['\u001BOAx', ['\u001BOA', 'x']],
  ['\u001B[5~\u001B[3;5~', ['\u001B[5~', '\u001B[3;5~']],
  ['\u001B[Z\u001B[a\u001B[7$', ['\u001B[Z', '\u001B[a', '\u001B[7$']],
  // Alt with a key is no key of the program: not Esc, and then a command.
  ['\u001Bxy', ['y']],
  ['\u001B]x', ['x']],
  ['\u001BPP', ['P']],
  ['\u001B\r\u001B\u007F', []],
  ['\u001B\u001Bx', ['\u001B']],
  ['\u001B\u0003', ['\u001B', '\u0003']],
  ['\u001B\u001B[A', ['\u001B', '\u001B[A']],
  ['a\u001B[200~b\r\u001B[Ac\u001B[201~', ['a', '\u001B[200~b\r\u001B[Ac\u001B[201~']],
  // A paste may hold an end of its own: what follows it in one read is pasted, too.
  ['\u001B[200~b\u001B[201~delete 3\r\u001B[201~', ['\u001B[200~bdelete 3\r\u001B[201~']],
  ['\u001B[200~\u001B[201~n', ['\u001B[200~n\u001B[201~']],
  ['\u001B[200~\u001B[201~', []],
])('%j is typed as %j', (typed, pieces) => {
  expect(typedPieces(typed)).toEqual({ pieces, rest: '' });
});

test.each<readonly [string, string]>([
  ...reports,
  ['F1', '\u001BOP'],
  ['F1 on the Linux console', '\u001B[[A'],
  ['F3 with shift', '\u001B[1;2R'],
  ['F12', '\u001B[24~'],
  ['a paste that ends and never began', '\u001B[201~'],
])('%s is no key', (_, report) => {
  expect(typedPieces(report)).toEqual({ pieces: [], rest: '' });
  expect(typedPieces(`a${report}b`).pieces.join('')).toBe('ab');
});

test('a report that a control cuts short is left out up to it', () => {
  expect(typedPieces('\u001B[24;8\u0003').pieces).toEqual(['\u0003']);
  expect(typedPieces('\u001B]11;rgb\u0003q').pieces).toEqual(['\u0003', 'q']);
});

test.each([
  ['\u001B', ['\u001B'], 30],
  ['\u001BO', [], 500],
  ['\u001B[', [], 500],
  ['\u001B[24;8', [], 500],
  ['\u001B[M d', [], 500],
  ['\u001B]11;rgb', [], 500],
  ['\u001BP1$r0m\u001B', [], 500],
  ['\u001B[200~pasted\r', ['\u001B[200~pasted\r\u001B[201~'], 1000],
])('%j may go on; where it does not, it is %j after %s ms', (begun, pieces, patience) => {
  expect(typedPieces(`a${begun}`)).toEqual({ pieces: ['a'], rest: begun });
  expect(piecesOfRest(begun)).toEqual(pieces);
  expect(patienceFor(begun)).toBe(patience);
});

test('nothing that is typed is lost, wherever it is cut', () => {
  const keys = fc.constantFrom(
    ...[
      'j',
      'delete 2',
      '\r',
      '\t',
      '\u007F',
      '\u001B[A',
      '\u001BOB',
      '\u001B[5~',
      'ü',
      '東',
      '\u0003',
      '\u001B\u0003',
    ],
  );
  fc.assert(
    fc.property(fc.array(keys), fc.nat(), (typed, at) => {
      const all = typed.join('');
      const cut = at % (all.length + 1);
      const first = typedPieces(all.slice(0, cut));
      const second = typedPieces(first.rest + all.slice(cut));
      expect([...first.pieces, ...second.pieces].join('') + second.rest).toBe(all);
    }),
  );
});
