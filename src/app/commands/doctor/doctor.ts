/** Prints what a report of a problem needs (`rollcall doctor`), and never the token. */
import process from 'node:process';
import { readToken } from '../../../api/token.ts';
import type { Environment } from '../../cli/settings.ts';
import type { Flags } from '../../cli/flags.ts';
import { cacheFolder, stateOfCache } from '../../process/compile-cache.ts';
import { configFolder, runsFolder, tokenFilePath } from '../../storage/paths.ts';
import { loadStartup } from '../../cli/startup.ts';
import { keychainHere, tokenStoreOf } from '../../ports.ts';
import { print } from '../../cli/print.ts';
import { networkTo, routeTo } from '../../network/proxy.ts';
import { redactSecrets } from '../../process/redact.ts';
import { accountFor } from '../../tokens/token-store.ts';
import { version } from '../../cli/version.ts';
import { failed, info, isHealthy, passed, type Section, sectionsJson, sectionsText } from './check.ts';
import { serviceSection } from './service-checks.ts';
import { stateOfFolder } from '../../storage/private-folder.ts';
import { foldersSection, preferencesSection, tokenSection } from './storage-checks.ts';
import { terminalSection } from './terminal-checks.ts';

/** Answers the exit code: 0 where all is well, else 1. */
export async function doctor(flags: Flags, environment: Environment): Promise<number> {
  const { preferences, settings: from, typed } = await loadStartup(flags, environment);
  const baseUrl = from.ok ? from.settings.baseUrl : null;
  const account = baseUrl === null ? 'https://rollcall.invalid' : accountFor(baseUrl, preferences.profileName);
  const given = from.ok ? (from.settings.token?.value ?? null) : null;
  const found =
    baseUrl === null || given !== null
      ? null
      : await (await tokenStoreOf(preferences, flags['insecure-storage'])).find(baseUrl);
  const token = given ?? found?.token ?? null;
  const route = baseUrl === null ? null : routeTo(baseUrl);

  const sections: Section[] = [
    {
      title: 'Program',
      checks: [
        info('rollcall', version),
        info('Node', `${process.versions.node} on ${process.platform} ${process.arch}`),
        from.ok ? passed('settings', 'can be used') : failed('settings', from.sentence),
        ...(route?.ok === false ? [failed('proxy', route.sentence)] : []),
      ],
    },
    terminalSection(process.stdout, process.env),
    foldersSection([
      { name: 'settings', path: await configFolder().catch(() => null), stateOf: stateOfFolder },
      { name: 'records', path: await runsFolder(flags.demo).catch(() => null), stateOf: stateOfFolder },
      { name: 'compiled code', path: cacheFolder(process.env), stateOf: stateOfCache },
    ]),
    preferencesSection(preferences),
    await tokenSection({
      preferences,
      keychain: keychainHere(),
      tokenFilePath: await tokenFilePath().catch(() => null),
      account,
      env: process.env,
    }),
    await serviceSection({
      baseUrl,
      token,
      tokenSays: found?.kind === 'failed' ? found.sentence : null,
      network: baseUrl === null || route?.ok === false ? null : networkTo(baseUrl),
      isTlsUnchecked: environment.isTlsUnchecked,
    }),
  ];
  const text = flags.json ? sectionsJson(sections) : sectionsText(sections);
  await print(redactSecrets(text, token ?? (readToken(typed ?? '').ok ? typed : null)));
  return isHealthy(sections) ? 0 : 1;
}
