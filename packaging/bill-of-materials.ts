/** What is in the package, for programs that look for known weaknesses? (CycloneDX 1.6, JSON) */
import type { BundledPackage } from './bundled.ts';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** Without times and serial numbers, which the format does not ask for: the same source makes the same text. */
export function billOfMaterials(manifest: Manifest, packages: readonly BundledPackage[]): string {
  const { name, version, license, optionalDependencies } = manifest;
  const optional = Object.entries(optionalDependencies).map(([name, version]) => ({
    ...component(name, version),
    scope: 'optional',
  }));
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { ...component(name, version), type: 'application', licenses: licensesOf(license) } },
    components: [
      ...packages.map(({ name, version, licence, integrity }) => ({
        ...component(name, version),
        scope: 'required',
        licenses: licensesOf(licence),
        ...(integrity !== null && { hashes: [hashOf(integrity)] }),
      })),
      ...optional,
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** With the package's address (Package URL, type npm): the `@` of a scope is written `%40`. */
function component(name: string, version: string): Readonly<Record<string, string>> {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
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
