/** The phrase's name for the thing that a request is about. */
import { decoded, orgPlaceholder } from '../../../api/openapi/path-form.ts';
import type { Call } from '../../../api/calls/call.ts';
import type { DefinedOperation } from '../../../api/openapi/definition.ts';
import { lastLiteral } from '../../../api/openapi/dangerous-words.ts';

/** Longer ones are a burden to type. */
const longestSubject = 30;
const standInCharacters = 8;

/** Without blanks and quotation marks: a value cannot pass for words of the question around it. */
const typable = /^[!#-&(-_a-~]+/;

/**
 * The last value in the path; where that is the organisation or none, the last word of the path. What cannot be typed has
 * its beginning in its place; null where that cannot be typed either.
 */
export function subjectOf(
  { path }: Pick<DefinedOperation, 'path'>,
  { url, orgId }: Pick<Call, 'url' | 'orgId'>,
): string | null {
  const value = lastValue(path, url, orgId);
  return typedSubject(value ?? lastLiteral(path));
}

function typedSubject(text: string): string | null {
  const [start = ''] = typable.exec(text) ?? [];
  if (start === text && text.length <= longestSubject && text !== '') return text;
  const standIn = start.slice(0, standInCharacters);
  return standIn === '' ? null : standIn;
}

/** Null where the path has no value but the organisation. */
function lastValue(path: string, url: string, orgId: string | null): string | null {
  const template = path.split('/');
  const segments = (URL.parse(url)?.pathname ?? '').split('/').slice(-template.length);
  const organisation = orgPlaceholder(path);
  for (let at = template.length - 1; at >= 0; at -= 1) {
    const name = /\{([^{}]+)\}/.exec(template[at] ?? '')?.[1];
    if (name === undefined || name === organisation) continue;
    return decoded(segments[at] ?? '') ?? segments[at] ?? '';
  }
  // Without a template, what stands after the organisation is the value.
  const last = decoded(segments.at(-1) ?? '');
  return path.includes('{') || last === null || last === orgId || last === '' ? null : last;
}
