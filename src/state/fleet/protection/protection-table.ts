/** The rules by which an organisation protects systems from deletion: one row a rule. */
import { limitSetting, namesSetting, numberSetting, yesNoSetting } from '../../kernel/setting.ts';
import { folded } from '../../kernel/spelling.ts';

/** Names protect in any case. */
function isAnyGone(before: readonly string[], after: readonly string[]): boolean {
  const left = new Set(after.map((name) => folded(name)));
  return before.some((name) => !left.has(folded(name)));
}

export const protectionTable = {
  tags: namesSetting({
    inFile: 'tags',
    initial: ['protect', 'protected', 'do-not-delete'],
    sentence: 'Protect systems with the tags',
    help: 'Commas between tags; any spelling counts. none: no tag protects.',
    protects: true,
    isWeaker: isAnyGone,
  }),
  /** By their description or number. */
  keys: namesSetting({
    inFile: 'keys',
    initial: [],
    sentence: 'Protect systems of the enrolment keys',
    help: 'Commas between descriptions or numbers. none: no key protects.',
    protects: true,
    isWeaker: isAnyGone,
  }),
  /** Protects systems seen or enrolled within this many days, with any other time within them, or connected. */
  seenDays: numberSetting({
    inFile: 'seenDays',
    initial: 7,
    least: 0,
    most: 99_999,
    sentence: 'Protect systems seen within',
    unit: 'days',
    help: 'Connected systems too, and those enrolled or changed within it. 0: none of these.',
    protects: true,
    isWeaker: (before, after) => after < before,
  }),
  /** The system from whose address this session was opened. */
  session: yesNoSetting({
    inFile: 'session',
    initial: true,
    sentence: 'Protect the system of this SSH session',
    help: 'The system through which you are signed in to this computer.',
    protects: true,
    isWeaker: (before, after) => before && !after,
  }),
  /** A deletion of more than this share of the organisation is refused; 100 refuses nothing. */
  share: numberSetting({
    inFile: 'share',
    initial: 50,
    least: 1,
    most: 100,
    sentence: 'Block a deletion of more than',
    unit: '% of the organisation',
    help: 'From 1 to 100 %. 100: no deletion is blocked.',
    protects: true,
    isWeaker: (before, after) => after > before,
  }),
  /** A run of more systems, of any kind, starts only from the file of another person's review; so does a request that names more. */
  secondPersonAbove: limitSetting({
    inFile: 'secondPersonAbove',
    initial: null,
    least: 0,
    most: 999_999,
    sentence: 'A second person confirms above',
    unit: 'systems',
    help: 'One reviews and writes a file (w), another one opens it. none: never. 0: always.',
    protects: true,
    isWeaker: (before, after) => before !== null && (after === null || after > before),
  }),
};
