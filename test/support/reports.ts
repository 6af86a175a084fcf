/** Reports that terminals send by themselves: answers to queries, also of an earlier program. */

/** Reports by name, with the input that arrives as if it were typed. */
export const reports: readonly (readonly [name: string, typed: string])[] = [
  ["the cursor's place", '\u001B[24;80R'],
  ["the cursor's place, of DEC's", '\u001B[?24;80;1R'],
  ['focus gained', '\u001B[I'],
  ['focus lost', '\u001B[O'],
  ['a press of the mouse', '\u001B[<0;10;5M'],
  ['a release of the mouse', '\u001B[<0;10;5m'],
  ['a press of the mouse in its oldest form', '\u001B[M dq'],
  ["a press of the mouse in rxvt's form", '\u001B[32;10;5M'],
  ["the terminal's abilities", '\u001B[?62;1;4c'],
  ["the terminal's version", '\u001B[>41;388;0c'],
  ['whether a mode is set', '\u001B[?2026;2$y'],
  ['that all is well', '\u001B[0n'],
  ["the window's size", '\u001B[8;24;80t'],
  ['which keys it reports', '\u001B[?1u'],
  ['a colour', '\u001B]11;rgb:1e1e/1e1e/2e2e\u001B\\'],
  ['a colour, ended by a bell', '\u001B]11;rgb:1e1e/1e1e/2e2e\u0007'],
  ["the clipboard's text", '\u001B]52;c;ZGVsZXRl\u001B\\'],
  ['a setting', '\u001BP1$r0m\u001B\\'],
  ['its name', '\u001BP>|XTerm(388)\u001B\\'],
  ['an ability by name', '\u001BP1+r544e=787465726d\u001B\\'],
  ['its unit', '\u001BP!|00000000\u001B\\'],
  ['a picture', '\u001B_Gi=31;OK\u001B\\'],
];
