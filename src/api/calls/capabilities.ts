/** Capabilities: operations of exactly known form that other screens of rollcall use. No word of the document counts. */
import type { DefinedOperation, Definition } from '../openapi/definition.ts';
import { pathForm } from '../openapi/path-form.ts';
import { needsPathAlone } from '../openapi/bodies.ts';

const forms = {
  'disable system': ['PUT', '/org/{}/systems/{}/disable'],
  'enable system': ['PUT', '/org/{}/systems/{}/enable'],
} as const;

export type Capability = keyof typeof forms;

const capabilities = Object.keys(forms) as Capability[];

/** The one operation of this form that requires nothing beside its path; null when there is none, or more than one. */
export function capabilityOf(definition: Definition, capability: Capability): DefinedOperation | null {
  const [method, form] = forms[capability];
  // Most paths end otherwise, and a form takes time.
  const end = form.slice(form.lastIndexOf('/'));
  const found = definition.operations.filter(
    (operation) => operation.method === method && operation.path.endsWith(end) && pathForm(operation.path) === form,
  );
  const [operation] = found;
  return operation !== undefined && found.length === 1 && needsPathAlone(definition, operation) ? operation : null;
}

/** All capabilities in the definition. */
export function capabilitiesOf(definition: Definition): ReadonlySet<Capability> {
  return new Set(capabilities.filter((capability) => capabilityOf(definition, capability) !== null));
}
