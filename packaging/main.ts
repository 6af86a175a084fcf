/** Builds the package, and writes the other files of it: licences and bill of materials. */
import { chmodSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { build } from '../build.ts';
import manifest from '../package.json' with { type: 'json' };
import { billOfMaterials } from './bill-of-materials.ts';
import { bundledPackages, licenceList, neededBy, optionalPackages } from './bundled.ts';

// The package is readable by everybody and the same to the byte, under any umask.
process.umask(0o022);
const read = globSync(['*.md', 'docs/*.md', 'docs/decisions/*.md', 'docs/pictures/*.svg']);
for (const name of ['package.json', 'LICENSE', ...read]) chmodSync(name, 0o644);

// Files of an earlier build would be packed, too.
rmSync('dist', { recursive: true, force: true });
rmSync('share', { recursive: true, force: true });

const { inputs } = await build();
const bundled = bundledPackages(inputs);
const optionalNames = Object.keys(manifest.optionalDependencies);
const optional = optionalPackages(optionalNames);
const beside = optional.filter(({ name }) => optionalNames.includes(name)).map((one) => `${one.name}@${one.version}`);
const materials = { bundled, optional, needs: [...neededBy(null, inputs), ...beside] };
const files = {
  'licences.txt': licenceList(bundled),
  'bom.cdx.json': billOfMaterials(manifest, materials),
};
for (const [name, text] of Object.entries(files)) {
  const path = join('share', name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
