/** The operations of the service, and one of them with its fields and answers (`rollcall api --list`, `--describe`). */
import { type Json, type JsonObject, writeExactly } from '../../../api/exact-json.ts';
import { clean, visible } from '../../../screens/text/clean.ts';
import { escapeHidden } from '../../../state/kernel/hidden-characters.ts';
import { shapeIn } from '../../../state/explorer/form/shapes.ts';
import { readOnlyWords, shapeWords } from '../../../state/explorer/form/shape-words.ts';
import { operationRecord } from '../../../state/explorer/list/export.ts';
import { bodyOf, responsesOf } from '../../../api/openapi/bodies.ts';
import type { DefinedOperation, Definition, Parameter, RequestBody, Shape } from '../../../api/openapi/definition.ts';
import { parametersOf } from '../../../api/openapi/parameters.ts';
import { definedClass } from '../../../state/change/request/request-class.ts';
import { shapeOf } from '../../../api/openapi/shape.ts';
import { parameterSecretName } from '../../../api/secret-names.ts';

const titles = ['TAG', 'METHOD', '', 'PATH', 'WHAT IT DOES'] as const;

/** Longer cells move their neighbours, and are not cut: another program may read them. */
const widest = [24, 7, 3, 48] as const;

/** A line for each: `!` is heavy, `old` deprecated, and an unusable one has a dash. */
export function operationLines(operations: readonly DefinedOperation[]): string {
  const rows = operations.map((one) =>
    [one.tag ?? '(no tag)', one.method, signOf(one), one.path, one.summary].map(clean),
  );
  const widths = widest.map((limit, at) =>
    Math.min(
      limit,
      [titles, ...rows].reduce((most, row) => Math.max(most, row[at]?.length ?? 0), 0),
    ),
  );
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  return `${[titles, ...rows].map(line).join('\n')}\n`;
}

function signOf({ unusable, isDeprecated, weight }: DefinedOperation): string {
  if (unusable !== null) return '-';
  return isDeprecated ? 'old' : weight === 'heavy' ? '!' : '';
}

const places = { path: 'In the path', query: 'In the query', header: 'In headers' } as const;

/** The possible values, in the words of the form. */
function words(definition: Definition, schema: Json, name = ''): string {
  const shape = shapeIn(definition, schema, name);
  const { isNullable, isReadOnly } = shape;
  const more = `${isNullable ? ', or null' : ''}${isReadOnly ? `, ${readOnlyWords}` : ''}`;
  const first = shapeWords(definition, shape);
  return more === '' ? first : `${first.replace(/\.$/, '')}${more}`;
}

/** The requirements for sending it. A read has none. */
function classLines(operation: DefinedOperation): readonly string[] {
  const { kind, reasons } = definedClass(operation);
  const why = reasons.length === 0 ? '' : ` (${reasons.join('; ')})`;
  if (kind === 'read') return [];
  if (kind === 'review') return ['rollcall deletes systems after a review: it is never sent here.'];
  const what = { change: 'changes something', heavy: 'is a heavy change', many: 'is a heavy change of all there is' };
  return [visible(`It ${what[kind]}${why}: --write sends it.`)];
}

/** The same facts as its form. */
export function operationText(definition: Definition, operation: DefinedOperation): string {
  const row = (name: string, isRequired: boolean, says: string): string =>
    visible(`  ${isRequired ? '*' : ' '} ${name.padEnd(20)}  ${says}`.trimEnd());
  const parameters = parametersOf(definition, operation);
  const body = bodyOf(definition, operation);
  const shape = body === null ? null : shapeOf(definition, body.schema);
  const fields = shape?.kind === 'object' ? shape.fields : [];
  const parameterRow = ({ name, in: place, isRequired, schema, unusable }: Parameter): string =>
    row(name, isRequired, unusable ?? words(definition, schema, parameterSecretName(`${place} ${name}`)));
  const sections = (Object.keys(places) as (keyof typeof places)[]).flatMap((place) => {
    const own = parameters.filter((one) => one.in === place);
    return own.length === 0 ? [] : ['', places[place], ...own.map(parameterRow)];
  });
  const bodyLines =
    body === null || shape === null
      ? []
      : [
          '',
          visible(`The body, ${body.type}${body.isRequired ? '' : ' (may be left out)'}`),
          ...body.types
            .filter((type) => type !== body.type)
            .map((type) => visible(`  or ${type}: content-type=${type}`)),
          ...(body.unusable === null ? [] : [visible(`  ${body.unusable}`)]),
          ...(body.isFile ? ['    a file, by --input FILE'] : []),
          ...(fields.length === 0 && !body.isFile ? [visible(`    ${words(definition, body.schema)}`)] : []),
          ...fields.map(({ name, isRequired, schema }) => row(name, isRequired, words(definition, schema, name))),
        ];
  const answers = responsesOf(definition, operation).map(({ status, description, bodies }) =>
    row(status, false, [description.split('\n')[0] ?? '', ...bodies.slice(0, 1).map(({ type }) => type)].join('  ')),
  );
  return [
    visible(
      [
        operation.method,
        operation.path,
        ...(operation.operationId === null ? [] : [`(${operation.operationId})`]),
      ].join(' '),
    ),
    ...(operation.summary === '' ? [] : [visible(operation.summary)]),
    ...(operation.unusable === null ? [] : [visible(operation.unusable)]),
    ...(operation.unusable === null ? classLines(operation) : []),
    ...sections,
    ...bodyLines,
    ...(answers.length === 0 ? [] : ['', 'It answers', ...answers]),
    '',
  ].join('\n');
}

/** The same as data: shapes are one level deep, as on the screen. */
export function operationJson(definition: Definition, operation: DefinedOperation): string {
  const body = bodyOf(definition, operation);
  const parameters = parametersOf(definition, operation).map(({ schema, name, ...parameter }) => {
    const about = { name: parameterSecretName(`${parameter.in} ${name}`) };
    return { name, ...parameter, shape: shapeRecord(shapeOf(definition, schema, about)) };
  });
  const record: Json = {
    ...operationRecord(operation),
    parameters,
    body: body && bodyRecord(definition, body),
    responses: responsesOf(definition, operation).map(({ status, description, bodies }) => {
      return { status, description, types: bodies.map(({ type }) => type) };
    }),
  };
  return `${escapeHidden(writeExactly(record, 2))}\n`;
}

function bodyRecord(definition: Definition, body: RequestBody): JsonObject {
  const { type, types, isRequired, description, unusable, schema, form, isFile: isOneFile } = body;
  const files = [...(form?.fields ?? [])].flatMap(([name, { isFile }]) => (isFile ? [name] : []));
  const shape = shapeRecord(shapeOf(definition, schema), definition);
  const sentAs = { ...(isOneFile && { isFile: true }), ...(files.length > 0 && { files }) };
  return { type, types, isRequired, description, unusable, ...sentAs, shape };
}

/** One level, as the form has it. `definition`: the fields are described, too. */
function shapeRecord(shape: Shape, definition?: Definition): JsonObject {
  const facts = { initial: shape.initial ?? null, example: shape.example ?? null };
  if (shape.kind === 'choice') return { ...shape, ...facts, variants: shape.variants.map(({ name }) => name) };
  if (shape.kind !== 'object') return { ...shape, ...facts };
  const fields = shape.fields.map(({ name, isRequired, schema }) => {
    const own = definition && shapeRecord(shapeOf(definition, schema, { name }));
    return own === undefined ? { name, isRequired } : { name, isRequired, shape: own };
  });
  return { ...shape, ...facts, fields, leftOut: shape.leftOut.map(({ name }) => name) };
}
