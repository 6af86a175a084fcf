/** Checks whether the code of the program need not be compiled at each start. */
import process from 'node:process';
import { assetText, compiledAsset, isOneFile } from '../../process/assets.ts';
import { cacheFolder, stateOfCache } from '../../process/compile-cache.ts';
import { scriptOf } from '../../process/script.ts';
import { folderCheck } from './checks.ts';
import { type Check, info, passed } from './section.ts';

export function compiledCheck(): Check {
  const name = 'compiled code';
  if (!isOneFile()) {
    const without = 'every start takes a little longer';
    return folderCheck({ name, path: cacheFolder(process.env), stateOf: stateOfCache, without });
  }
  const compiled = compiledAsset('main.js');
  if (compiled === undefined) return info(name, 'none: this file was made on another platform, and starts slower');
  const { cachedDataRejected } = scriptOf({ path: 'main.js', source: assetText('main.js') }, compiled);
  if (cachedDataRejected === true) return info(name, 'in the file, but not for this computer: it starts slower');
  return passed(name, 'in the file, and used');
}
