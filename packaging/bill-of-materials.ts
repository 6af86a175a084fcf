/** Writes the bill of materials, for programs that look for known vulnerabilities (CycloneDX 1.6, JSON). */
import type { Package } from './bundled.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

/** The packages in the bundle, and the packages installed beside it where that is possible. */
export interface Materials {
  readonly bundled: readonly Package[];
  readonly optional: readonly Package[];
  /** The packages that the program's own files need, each as `name@version`. */
  readonly needs: readonly string[];
}

/** Without times and serial numbers, which the format does not require: the same source makes the same text. */
export function billOfMaterials(manifest: Manifest, { bundled, optional, needs }: Materials): string {
  const { name, version, license } = manifest;
  const listed = (scope: string) => (one: Package) => ({
    ...component(one.name, one.version),
    scope,
    licenses: licensesOf(one.licence),
    ...(one.integrity !== null && { hashes: [hashOf(one.integrity)] }),
  });
  const packages = [...bundled, ...optional];
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...component(name, version), type: 'application', licenses: licensesOf(license) } },
    components: [...bundled.map(listed('required')), ...optional.map(listed('optional'))],
    dependencies: [{ name, version, needs }, ...packages].map((one) => ({
      ref: addressOf(`${one.name}@${one.version}`),
      dependsOn: one.needs.map(addressOf),
    })),
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** The Package URL of `name@version` (type npm): the `@` of a scope is written `%40`. */
function addressOf(nameAndVersion: string): string {
  return `pkg:npm/${nameAndVersion.replace(/^@/, '%40')}`;
}

function component(name: string, version: string): Readonly<Record<string, string>> {
  const purl = addressOf(`${name}@${version}`);
  return { type: 'library', name, version, purl, 'bom-ref': purl };
}

function licensesOf(licence: string): readonly unknown[] {
  return /[ (]/.test(licence) ? [{ expression: licence }] : [{ license: { id: licence } }];
}

function hashOf(integrity: string): { readonly alg: string; readonly content: string } {
  const [algorithm = '', digest = ''] = integrity.split('-');
  return {
    alg: algorithm.toUpperCase().replace('SHA', 'SHA-'),
    content: Buffer.from(digest, 'base64').toString('hex'),
  };
}
