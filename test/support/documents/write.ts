/** Writes one of the documents: `node test/support/documents/write.ts usual > usual.json`, or `hostile [seed]`. */
import { hostileDocument } from './hostile.ts';
import { usualDocument } from './usual.ts';

const [kind = 'usual', seed = '1'] = process.argv.slice(2);
process.stdout.write(kind === 'hostile' ? hostileDocument(Number(seed)) : JSON.stringify(usualDocument(), null, 2));
