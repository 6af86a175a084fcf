/** A value of a record in words. Raw: texts come from the service. */
import { isJsonObject, isList, type Json } from '../../api/exact-json.ts';
import { scalarWords } from '../../state/explorer/form/typed/typed-value.ts';
import { brief } from './fit.ts';
import { plural } from './quantities.ts';

const mostShown = 300;

/** A value as a record has it: tags as words. */
export function knownWords(value: Json): string {
  if (isList(value)) return value.length === 0 ? 'none' : brief(value.map(knownWords).join(' '));
  if (isJsonObject(value)) {
    const [only, ...others] = Object.values(value);
    return only !== undefined && others.length === 0 ? knownWords(only) : plural(others.length + 1, 'field');
  }
  return value === '' ? 'empty' : value === null ? 'none' : brief(scalarWords(value).slice(0, mostShown));
}
