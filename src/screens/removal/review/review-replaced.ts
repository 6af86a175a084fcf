/** Fields that a request which replaces the record of a system does not name: the service may clear them. */
import { type Edit, fieldsSent, setsFields } from '../../../state/change/edit.ts';
import { unnamedFields } from '../../../state/change/replacement.ts';
import { chosen, type Review } from '../../../state/removal/review/review.ts';
import type { ReviewItem } from '../../../state/removal/review/judgement.ts';
import { wireRecord } from '../../../state/fleet/systems/fields.ts';
import { memoize } from '../../../state/kernel/memoize.ts';
import { type Clean, clean } from '../../text/clean.ts';
import { brief } from '../../text/fit.ts';
import { count, plural } from '../../text/quantities.ts';

/** By name: systems that have a value in it. The most frequent first. */
const unnamedIn = memoize((items: readonly ReviewItem[]) =>
  memoize((edit: Edit): readonly (readonly [name: string, systems: number])[] => {
    const systems = new Map<string, number>();
    for (const { system } of items) {
      const sent = fieldsSent(edit, system) ?? {};
      for (const name of unnamedFields(edit.operation.method, sent, wireRecord(system)))
        systems.set(name, (systems.get(name) ?? 0) + 1);
    }
    return [...systems].sort(([, one], [, other]) => other - one);
  }),
);

const mostTold = 4;

/** `PUT may clear what it does not name: site (7), tags (2).` Null where it names all that the systems have. */
export function replacedSentence(review: Review): Clean | null {
  const { edit } = review;
  if (edit === null || !setsFields(edit)) return null;
  const found = unnamedIn(chosen(review))(edit);
  if (found.length === 0) return null;
  const told = found.slice(0, mostTold).map(([name, systems]) => `${brief(name)} (${count(systems)})`);
  const rest = found.length - told.length;
  const more = rest === 0 ? '' : `, and ${plural(rest, 'other field')}`;
  return clean(`${edit.operation.method} may clear what it does not name: ${told.join(', ')}${more}.`);
}
