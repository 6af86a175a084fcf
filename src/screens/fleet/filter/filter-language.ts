/** The filter language by examples, for the help of the list and of the field. */
import { filterFields } from '../../../state/fleet/filter/fields.ts';
import { unitNames } from '../../../state/fleet/filter/time-test.ts';
import type { BindingGroup } from '../../keys/binding.ts';

/** An example of its own, because it tests rollcall's records. */
const ofRecords = 'disabled-by-us';

const isWords = (filterFields.get('is')?.words ?? []).filter((word) => word !== ofRecords);

export const filterLanguage: BindingGroup = {
  title: 'Filter language',
  bindings: [],
  examples: [
    { typed: 'web', means: 'anywhere: name, tag, key, state …' },
    { typed: 'a b', means: 'both' },
    { typed: 'a or b', means: 'one of them, or both' },
    { typed: '(a or b) -c', means: 'a or b, and not c' },
    { typed: '-a  !a  -(a b)', means: 'not a; not both' },
    { typed: '"a b"', means: 'exactly this text' },
    { typed: 'key:a,b', means: 'enrolment key a or b' },
    { typed: 'name:srv-1*', means: 'name with a pattern: * any text, ? one' },
    { typed: 'tag:* -tag:*', means: 'with any tag, without one' },
    { typed: 'state: os: id:', means: 'a part of it is enough' },
    { typed: 'desc:rack', means: 'description' },
    { typed: 'ip:10.0.0.0/8', means: 'connected from there; ip:10.* too' },
    { typed: 'key:=a', means: 'this key alone, not a part of it' },
    { typed: 'offline:>90d', means: 'not connected for more than 90 days' },
    { typed: 'seen:>90d', means: 'last seen more than 90 days ago' },
    { typed: 'seen:never', means: 'never connected' },
    { typed: 'enrolled:<2w', means: 'enrolled within 2 weeks' },
    { typed: 'seen:<2026-01-31', means: 'before that day (UTC)' },
    { typed: unitNames.join(' '), means: 'units of time; mo is 30 days' },
    { typed: 'version:<4.10', means: 'version, compared by its numbers' },
    ...pairs(isWords).map((words) => ({ typed: 'is:', means: words })),
    { typed: `is:${ofRecords}`, means: 'disabled by rollcall, and still so' },
    { typed: 'disabled:>30d', means: 'by rollcall, over 30 days ago' },
  ],
};

function pairs(words: readonly string[]): readonly string[] {
  const lines: string[] = [];
  for (let at = 0; at < words.length; at += 4) lines.push(words.slice(at, at + 4).join(', '));
  return lines;
}
