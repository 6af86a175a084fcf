/** Which signs are the screens drawn with beside ASCII? For a class of a regular expression; each is one cell, and a character of its own. */
export const screenSigns = '·–‹›…←-↓─-╿█-▓▸◂●○✓';
