/** The line that a form copies sends what the form would: the same request, byte for byte. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readFlags } from '../../../../src/app/cli/flags.ts';
import { knownOperation } from '../../../../src/app/commands/api/known-operation.ts';
import { planOf } from '../../../../src/app/commands/api/plan.ts';
import { readWords } from '../../../../src/app/commands/api/words.ts';
import {
  ExactNumber,
  isJsonObject,
  type Json,
  type JsonObject,
  jsonIn,
  parseExactly,
} from '../../../../src/api/exact-json.ts';
import { apiLineOf } from '../../../../src/state/explorer/call/api-line.ts';
import { orgPlaceholder } from '../../../../src/api/openapi/path-form.ts';
import { buildCall } from '../../../../src/api/calls/build-call.ts';
import { type Call, type CallPlan, parameterKey } from '../../../../src/api/calls/call.ts';
import { acceptedTypes, bodyOf, responsesOf } from '../../../../src/api/openapi/bodies.ts';
import { parametersOf } from '../../../../src/api/openapi/parameters.ts';
import { definitionFrom } from '../../../support/definition.ts';
import { usualDocument } from '../../../support/documents/usual.ts';
import { bodyNamesOf } from '../../../../src/api/openapi/shape.ts';
import { holds } from '../../../support/property.ts';
import { secretSign } from '../../../../src/state/explorer/call/curl.ts';

const baseUrl = 'https://api.example.com/v1';
const definition = definitionFrom(usualDocument());
// The bodies of forms are no JSON: they have lines of their own.
const usable = definition.operations.filter(
  (one) => one.unusable === null && (bodyOf(definition, one)?.form ?? null) === null,
);

/** Texts that a shell, or a reader of fields, could take for something else. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...Array.from('="\':,$`\\ \n\t\u001b\u202e-[{0é&+%')), maxLength: 8 }),
  fc.constantFrom(
    '',
    'true',
    'null',
    '5',
    '-1',
    '1e999',
    '=x',
    ':=1',
    '==',
    '--write',
    '@file',
    'Automatic',
    'a b',
    'yes',
    'in 8h',
    ' now',
  ),
);
const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    text,
    fc.constantFrom<Json>(null, true, false, 0, -1.5, new ExactNumber('9223372036854775807'), {}, []),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(text, tie('value'), { maxKeys: 3 }),
  ),
})).value;

/** A plan of any operation, with anything in its places. */
const plans: fc.Arbitrary<CallPlan> = fc.constantFrom(...usable).chain((operation) => {
  const parameters = parametersOf(definition, operation);
  const body = bodyOf(definition, operation);
  const names = bodyNamesOf(definition, body).fields ?? ['description'];
  const own = fc
    .subarray([...names])
    .chain((chosen) => fc.tuple(...chosen.map((name) => fc.tuple(fc.constant(name), json))));
  const object = own.map((entries): Json => Object.fromEntries(entries));
  const bodies =
    body === null ? fc.constant(undefined) : fc.oneof(object, object, object, json, fc.constant(undefined));
  // The organisation that is open cannot be another one.
  const set = parameters.filter(({ in: place, name }) => place !== 'path' || name !== orgPlaceholder(operation.path));
  const values = fc.tuple(
    ...set.map(({ in: place, name }) => {
      const value =
        place === 'path'
          ? fc.stringMatching(/^[a-z0-9 +&=;,é]{1,8}(?:\/[a-z+&=,é]{1,4})?$/)
          : fc.oneof(text, fc.array(text, { maxLength: 3 }));
      return fc.tuple(
        fc.constant(parameterKey({ in: place, name })),
        fc.option(value, { nil: undefined, freq: place === 'path' ? 50 : 2 }),
      );
    }),
  );
  return fc.tuple(bodies, values, fc.boolean()).map(([value, list, areKept]) => ({
    ...{ baseUrl, orgId: 'N1', operation, parameters, body },
    accept: acceptedTypes(responsesOf(definition, operation)),
    values: {
      parameters: new Map(list.flatMap(([key, one]): [string, Json][] => (one === undefined ? [] : [[key, one]]))),
      slashes: new Map(list.flatMap(([key, one]) => (typeof one === 'string' ? [[key, { text: one, areKept }]] : []))),
      body: value,
    },
  }));
});

/** The words of a line as a shell reads them; a word in quotes ends with its last one. */
function wordsOf(line: string): readonly string[] {
  const words = line.match(/(?:'[^']*'|\\['\\]|[^\s'\\])+/g) ?? [];
  return words.map((word) =>
    word.replaceAll(/'([^']*)'|\\(['\\])/g, (_, quoted: string | undefined, one: string) => quoted ?? one),
  );
}

/** The call that the line makes. */
function callOf(line: string): Call | string {
  const all = wordsOf(line);
  const isPiped = all[0] === 'printf';
  const argv = isPiped ? all.slice(5) : all.slice(1);
  const read = readFlags(argv);
  if (!read.ok) return read.sentence;
  const { flags } = read;
  const words = readWords(flags.words, baseUrl);
  if (!words.ok) return words.says;
  expect(flags.write).toBe(!['GET', 'HEAD'].includes(words.words.method));
  expect(flags.input).toBe(isPiped ? '-' : undefined);
  const input = isPiped ? jsonIn(all[2] ?? '') : undefined;
  const made = planOf({ baseUrl, words: words.words, known: knownOperation(definition, words.words, 0), input });
  if (!made.ok) return made.says;
  const built = buildCall({ ...made.plan, orgId: null });
  return built.ok ? built.value : built.faults.map(({ says }) => says).join(' ');
}

/** An address in the pieces that a secret takes the place of. */
function wordsIn(url: string): Json {
  return url.split(/(?=[/?&=])/);
}

/** The sign that the other has in place of the one name that it lacks. */
function hiddenName(meant: JsonObject, other: JsonObject): string | undefined {
  const lacking = Object.keys(meant).filter((name) => !Object.hasOwn(other, name));
  const added = Object.keys(other).filter((name) => !Object.hasOwn(meant, name) && name === secretSign);
  return lacking.length === 1 ? added[0] : undefined;
}

/** The meaning, with a sign wherever the other has one. */
function withSigns(meant: Json, other: Json): Json {
  if (typeof other === 'string' && /^[/?&=]?SECRET$/.test(other)) return other;
  if (Array.isArray(meant) && Array.isArray(other)) {
    return meant.map((one: Json, at) => withSigns(one, (other[at] as Json | undefined) ?? null));
  }
  if (!isJsonObject(meant) || !isJsonObject(other)) return meant;
  // The name of a field that is the secret itself has the sign, too.
  const signed = (name: string): string => (Object.hasOwn(other, name) ? name : (hiddenName(meant, other) ?? name));
  return Object.fromEntries(
    Object.entries(meant).map(([name, one]) => [signed(name), withSigns(one, other[signed(name)] ?? null)]),
  );
}

/** The texts that a person may have typed: in the body and in the query. */
function textsIn({ url, body }: Pick<Call, 'url' | 'body'>): readonly string[] {
  const inside = (value: Json): readonly string[] => {
    if (typeof value === 'string') return [value];
    if (Array.isArray(value)) return value.flatMap(inside);
    return isJsonObject(value) ? Object.values(value).flatMap(inside) : [];
  };
  return [...new URL(url).searchParams.values(), ...(body === null ? [] : inside(parseExactly(body)))];
}

test('the line for rollcall api sends the very request that the form would send', () => {
  let sent = 0;
  let ofFields = 0;
  let hidden = 0;
  let slashed = 0;
  holds([plans, fc.nat()], { numRuns: 500 }, (plan, chosen) => {
    const built = buildCall(plan);
    if (!built.ok) return;
    const texts = textsIn(built.value).filter((text) => text.length > 3);
    const secrets = chosen % 3 === 0 ? texts.slice(chosen % (texts.length + 1)).slice(0, 1) : [];
    const call = { ...built.value, secrets: [...built.value.secrets, ...secrets] };
    sent += 1;
    if (built.value.slashed !== undefined) slashed += 1;
    const names = {
      parameters: plan.parameters.map(({ name }) => name),
      ...bodyNamesOf(definition, plan.body),
    };
    const line = apiLineOf(call, baseUrl, names);
    if (/^rollcall api P.* --write$/s.test(line) && built.value.body !== null) ofFields += 1;
    const { method, url, headers, body } = built.value;
    if (line.includes(secretSign)) {
      // A person types each secret in its place: all the rest is as the form has it.
      hidden += 1;
      const made = callOf(line);
      if (typeof made === 'string') throw new Error(made);
      expect(made.method).toBe(method);
      expect(wordsIn(made.url)).toEqual(withSigns(wordsIn(url), wordsIn(made.url)));
      expect(made.headers).toEqual(withSigns(headers, made.headers));
      const [sent, meant] = [made.body, body].map((text) => (text === null ? null : parseExactly(text)));
      expect(sent).toEqual(withSigns(meant ?? null, sent ?? null));
    } else {
      expect(callOf(line)).toMatchObject({ method, url, headers, body });
    }
    // Pasted, nothing in it acts.
    expect(line).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
  });
  expect(sent).toBeGreaterThan(100);
  expect(ofFields).toBeGreaterThan(10);
  expect(hidden).toBeGreaterThan(0);
  expect(slashed).toBeGreaterThan(10);
});
