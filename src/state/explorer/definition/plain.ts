/** Operations told by their form: what they are called, and what their parameters are named, counts for nothing. */
import { bodyOf } from './bodies.ts';
import type { DefinedOperation, Definition } from './definition.ts';
import { parametersOf } from './parameters.ts';

/** The path with the names of its parameters set aside: `/org/{}/systems`. */
export function pathForm(path: string): string {
  return path.replace(/\{[^{}/]*\}/g, '{}');
}

/** Can it be used, with nothing required beside its path? */
export function needsPathAlone(definition: Definition, operation: DefinedOperation): boolean {
  if (operation.unusable !== null) return false;
  // A GET is sent without a body: one that the document requires is looked for as in any other method.
  if (bodyOf(definition, { ...operation, method: 'PUT' })?.isRequired === true) return false;
  return parametersOf(definition, operation).every(({ in: place, isRequired }) => place === 'path' || !isRequired);
}
