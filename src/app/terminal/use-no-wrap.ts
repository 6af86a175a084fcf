/** Turns line wrap off: where the terminal counts an emoji wider, its row is cut at the edge and pushes no other away. */
import { useEffect } from 'react';
import { useStdout } from 'ink';

/** DECAWM (xterm's control sequences). */
export const disableWrap = '\u{1B}[?7l';
export const enableWrap = '\u{1B}[?7h';

/** Lines do not wrap while the program draws; Ink undoes effects however the program ends. */
export function useNoWrap(isPlain: boolean): void {
  const { stdout } = useStdout();
  useEffect(() => {
    if (isPlain) return;
    stdout.write(disableWrap);
    return () => {
      stdout.write(enableWrap);
    };
  }, [stdout, isPlain]);
}
