/** Capabilities: operations of exactly known form that other screens of rollcall use. No word of the document counts. */
import type { Definition } from '../openapi/definition.ts';
import { pathForm } from '../openapi/path-form.ts';
import { needsPathAlone } from '../openapi/bodies.ts';

const forms = {
  'disable system': ['PUT', '/org/{}/systems/{}/disable'],
  'enable system': ['PUT', '/org/{}/systems/{}/enable'],
} as const;

export type Capability = keyof typeof forms;

const capabilities = Object.keys(forms) as Capability[];

/** All capabilities in the definition. */
export function capabilitiesOf(definition: Definition): ReadonlySet<Capability> {
  return new Set(capabilities.filter((capability) => isOffered(definition, capability)));
}

/** Is there exactly one operation of this form, which requires nothing beside its path? */
function isOffered(definition: Definition, capability: Capability): boolean {
  const [method, form] = forms[capability];
  // Most paths end otherwise, and a form takes time.
  const end = form.slice(form.lastIndexOf('/'));
  const [operation, ...others] = definition.operations.filter(
    (one) => one.method === method && one.path.endsWith(end) && pathForm(one.path) === form,
  );
  return operation !== undefined && others.length === 0 && needsPathAlone(definition, operation);
}
