/** A local npm registry that serves the installed packages, so that no test needs the network. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import lock from '../../package-lock.json' with { type: 'json' };

/** A package in the lockfile, also one for other platforms, which is not installed. */
type Locked = Readonly<Record<string, unknown>> & { readonly version: string };

const archivesOf = new Map<string, Buffer>();

/** An archive as npm publishes it: all files are in a folder `package`. */
function archiveOf(name: string): Buffer {
  const known = archivesOf.get(name);
  if (known !== undefined) return known;
  const options = ['-cz', '--transform', 's,^\\.,package,', '-C', join('node_modules', name), '.'];
  const archive = execFileSync('tar', options, { maxBuffer: 64 * 1024 * 1024 });
  archivesOf.set(name, archive);
  return archive;
}

function documentOf(name: string, address: string): unknown {
  const { version, ...about } = (lock.packages as unknown as Record<string, Locked>)[`node_modules/${name}`] ?? {
    version: '',
  };
  if (version === '') return null;
  const isHere = existsSync(join('node_modules', name));
  const integrity = isHere
    ? `sha512-${createHash('sha512').update(archiveOf(name)).digest('base64')}`
    : about['integrity'];
  const dist = { tarball: `${address}/archive/${name}`, integrity };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: { ...about, name, version, dist } } };
}

/** The registry's address. It closes with the test. */
export async function aRegistry(): Promise<string> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const archive = /^archive\/(.+)$/.exec(path)?.[1];
    if (archive !== undefined) {
      response.end(archiveOf(archive));
      return;
    }
    const document = documentOf(path, address);
    response.writeHead(document === null ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(document));
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((isListening) => server.listen(0, '127.0.0.1', isListening));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return address;
}
