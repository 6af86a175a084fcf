/** The request of an operation for the system under the cursor, byte for byte, and the fields that it changes. */
import { type Call, maskedBodyText, maskedHeaders, maskedUrl } from '../../api/calls/call.ts';
import { isJsonObject, jsonIn } from '../../api/exact-json.ts';
import { masked } from '../../api/secrets.ts';
import type { System } from '../../api/system.ts';
import { type Edit, editCall, editCallForAll, fieldsSent, setsFields } from '../../state/change/edit.ts';
import { canBeNull } from '../../state/change/undo.ts';
import { chosenItems, type Review } from '../../state/removal/review/review.ts';
import { itemAtCursor } from '../../state/removal/review/opening.ts';
import { fieldOf } from '../../state/fleet/systems/fields.ts';
import type { State } from '../../state/root/state.ts';
import { clean } from '../text/clean.ts';
import { knownWords, wrapped } from '../text/fit.ts';
import { briefProblem } from '../text/problem-wording.ts';
import type { TonedLine } from './review-wording.ts';

/** Limit of characters of a drawn body: a body with 1,000 ids is longer than any screen. */
const maxOfBody = 2000;

/** Empty if the kind of change has a fixed request. */
export function requestLines(state: State, review: Review, cells: number): readonly TonedLine[] {
  const { edit, organisation } = review;
  const item = itemAtCursor(review);
  if (edit === null || item === undefined || cells < 8) return [];
  const where = { baseUrl: state.session.baseUrl ?? '', orgId: organisation.orgId };
  const built =
    edit.listField === null
      ? editCall(edit, where, item.system)
      : editCallForAll(
          edit,
          where,
          chosenItems(review).map(({ system }) => system),
        );
  if (!built.ok) return linesOf(`No request: ${built.message}`, cells, 'warning');
  const isEmpty = edit.plan?.body != null && [null, '{}', '[]'].includes(built.call.body);
  return [
    ...fieldLines(edit, item.system, built.call, cells),
    ...targetLines(review, built.call, cells),
    ...(isEmpty ? linesOf('No field of the body is set: it changes none.', cells, 'warning') : []),
    ...callTexts(built.call).flatMap((text) => linesOf(text, cells, 'plain')),
  ];
}

function callTexts(call: Call): readonly string[] {
  const body = maskedBodyText(call);
  return [
    `${call.method} ${maskedUrl(call)}`,
    ...maskedHeaders(call).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : [body.length > maxOfBody ? `${body.slice(0, maxOfBody)}…` : body]),
  ];
}

/** `description: empty → rack 4`; for a field without a value, also whether an undo can clear it. */
function fieldLines(edit: Edit, system: System, { secrets }: Call, cells: number): readonly TonedLine[] {
  const sent = fieldsSent(edit, system);
  if (sent === null) return [];
  const shown = masked(sent, { secrets });
  if (!isJsonObject(shown)) return [];
  return Object.entries(shown).flatMap(([name, then]) => {
    const now = fieldOf(system, name);
    const before = now === undefined ? 'not told' : knownWords(masked(now, { secrets }, { name }));
    const stays = now === undefined && setsFields(edit) && !canBeNull(edit, name) ? '; an undo leaves it' : '';
    return linesOf(`${name}: ${before} → ${knownWords(then)}${stays}`, cells, 'accent');
  });
}

/**
 * The changed fields as the operation that reads the target returns them, if its answer is not the record of the
 * system.
 */
function targetLines({ target, edit }: Review, call: Call, cells: number): readonly TonedLine[] {
  const { secrets } = call;
  if (target === null || edit === null) return [];
  const { value, problem } = target;
  if (problem !== null) return linesOf(`Now: not read, ${briefProblem(problem)}`, cells, 'warning');
  if (value === undefined) return linesOf('Now: being read…', cells, 'dim');
  const body = call.body === null ? undefined : jsonIn(maskedBodyText(call) ?? '');
  const now = masked(value, { secrets });
  if (body === undefined || !isJsonObject(body) || !isJsonObject(now))
    return linesOf(`Now: ${knownWords(now)}`, cells, 'accent');
  return Object.entries(body).flatMap(([name, then]) => {
    const before = Object.hasOwn(now, name) ? knownWords(now[name] ?? null) : 'not told';
    return linesOf(`${name}: ${before} → ${knownWords(then)}`, cells, 'accent');
  });
}

function linesOf(text: string, cells: number, tone: TonedLine['tone']): readonly TonedLine[] {
  return wrapped(clean(text), cells).map((part) => ({ text: part, tone }));
}
