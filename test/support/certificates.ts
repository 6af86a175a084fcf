/** A certificate authority for tests, made by openssl, and the certificates that it signs. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aFolder } from './folder.ts';

export interface Authority {
  /** The file for NODE_EXTRA_CA_CERTS. */
  readonly path: string;
  /** A certificate for this name, valid between these times (`YYYYMMDDHHMMSSZ`). */
  readonly certify: (name: string, from?: string, to?: string) => { readonly key: string; readonly cert: string };
}

/** A certificate authority, removed with the test. */
export function anAuthority(): Authority {
  const folder = aFolder();
  const run = (...args: string[]): void => void execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
  const ec = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  run('req', '-x509', ...ec, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=The test', '-days', '30');
  writeFileSync(join(folder, 'index.txt'), '');
  writeFileSync(join(folder, 'ca.cnf'), settings);
  return {
    path: join(folder, 'ca.pem'),
    certify(name, from = '20200101000000Z', to = '20400101000000Z') {
      run('req', ...ec, '-keyout', 'own.key', '-out', 'own.csr', '-subj', `/CN=${name}`);
      writeFileSync(join(folder, 'names.cnf'), `subjectAltName=DNS:${name}\n`);
      const times = ['-startdate', from, '-enddate', to];
      const files = '-config ca.cnf -in own.csr -out own.pem -extfile names.cnf -notext'.split(' ');
      run('ca', '-batch', ...files, ...times);
      return {
        key: readFileSync(join(folder, 'own.key'), 'utf8'),
        cert: readFileSync(join(folder, 'own.pem'), 'utf8'),
      };
    },
  };
}

const settings = `[ca]
default_ca = own
[own]
database = index.txt
rand_serial = yes
new_certs_dir = .
certificate = ca.pem
private_key = ca.key
default_md = sha256
policy = any
unique_subject = no
[any]
commonName = supplied
`;
