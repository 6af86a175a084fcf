/** What if the terminal counts the cells of an emoji otherwise? Its row is cut at the edge and pushes no other row away. */
import { useEffect } from 'react';
import { useStdout } from 'ink';

/** DECAWM (xterm's control sequences). */
export const doesNotWrap = '\u{1B}[?7l';
export const wraps = '\u{1B}[?7h';

/** Lines do not wrap while the program draws; Ink undoes effects however the program ends. */
export function useUnwrappedRows(isPlain: boolean): void {
  const { stdout } = useStdout();
  useEffect(() => {
    if (isPlain) return;
    stdout.write(doesNotWrap);
    return () => {
      stdout.write(wraps);
    };
  }, [stdout, isPlain]);
}
