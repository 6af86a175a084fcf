/** Prints the systems of one organisation (`rollcall systems`), for a pipe or cron; changes nothing. */
import process from 'node:process';
import type { System } from '../../api/system.ts';
import { type Clean, clean } from '../../screens/text/clean.ts';
import { timeDisabled } from '../../state/fleet/systems/status.ts';
import { incompletenessSentence, unknownAgeWords, unreadWords } from '../../screens/text/fleet-wording.ts';
import { problemSentence } from '../../screens/text/problem-wording.ts';
import { clockSentence, count, plural } from '../../screens/text/quantities.ts';
import type { FilterContext } from '../../state/fleet/filter/fields.ts';
import { findDisabled } from '../../state/removal/disabling/offer.ts';
import { answerOf, type Filter, readFilter } from '../../state/fleet/filter/filter.ts';
import { isProtected } from '../../state/fleet/protection/guards.ts';
import { createReader, type Reader } from '../../state/fleet/list/effects.ts';
import { incompletenessOf } from '../../state/fleet/list/scan.ts';
import { createSessionClock } from '../../state/session/clock.ts';
import { firstUnread, hasUnknownAge, unreadTimeOf } from '../../state/fleet/staleness/staleness.ts';
import { unreadCounts } from '../../state/fleet/systems/compare.ts';
import { type Flags, version } from '../cli/flags.ts';
import { loadStartup, print } from '../cli/startup.ts';
import { networkTo } from '../network/proxy.ts';
import { readClocks, tokenStoreOf } from '../ports.ts';
import { ownChangesFolder } from '../storage/own-file.ts';
import { memoryOf } from '../storage/preferences/port.ts';
import type { Environment } from '../cli/settings.ts';
import { accessFor, namesOf, organisationOf, type Refusal, waitsOnStderr } from './access.ts';
import { systemsCsv, systemsJson, systemsTable } from './reports.ts';

/** Returns the exit code. Prints nothing before the whole list is loaded. */
export async function systemsCommand(flags: Flags, environment: Environment): Promise<number> {
  const outcome = await systemsReport(flags, environment);
  if ('message' in outcome) {
    process.stderr.write(`rollcall: ${clean(outcome.message)}\n`);
    return outcome.code;
  }
  const { text, faults } = outcome;
  // Reports before the output, because a reader such as `head` may close the pipe, which ends the program.
  for (const fault of faults) process.stderr.write(`rollcall: ${clean(fault)}\n`);
  await print(text);
  return faults.length === 0 ? 0 : 1;
}

/** The output, and sentences on its gaps; any gap makes the exit code 1. */
async function systemsReport(flags: Flags, environment: Environment) {
  const refuse = (code: Refusal['code'], message: string): Refusal => ({ code, message });
  const filter = readFilter(flags.filter ?? '');
  if (filter.fault !== null) return refuse(2, `--filter, at ${filter.fault.at + 1}: ${filter.fault.message}`);
  if (filter.usesChanges)
    return refuse(2, '--filter: is:new and is:silent are changes since your last visit, which rollcall itself shows.');
  const { preferences, settings: from } = await loadStartup(flags, environment);
  if (!from.ok) return refuse(2, from.sentence);
  const { settings } = from;
  const access = await accessFor(settings, () => tokenStoreOf(preferences, flags['insecure-storage']));
  if ('message' in access) return access;
  const { baseUrl, token } = access;
  const clock = createSessionClock(readClocks);
  const reader = createReader({ baseUrl, token, version, network: networkTo(baseUrl) }, clock, waitsOnStderr);
  const organisation = await organisationFor(reader, settings.organisation);
  if ('message' in organisation) return organisation;

  // A stale system may be disabled, so the search includes disabled systems.
  const includeDisabled = flags.stale || filter.usesDisabled;
  const { orgId } = organisation;
  const { search, profileSettings } = settings;
  const read = await reader.systems({ orgId, search, includeDisabled, perPage: profileSettings.pageSize });
  if (!read.ok) return refuse(1, problemSentence(read.problem));
  const note = clock.note();
  const isVerified = note.kind !== 'unverified';
  const isRefused = !isVerified && !flags.unverified;
  // With a wrong clock, live systems look stale, and the output may select systems for deletion.
  if (isRefused && (flags.stale || filter.usesClock)) {
    return refuse(1, `${clockSentence(note)} Nothing is printed; --unverified accepts this computer's clock.`);
  }
  if (note.kind !== 'fine' && !isRefused) process.stderr.write(`rollcall: ${clockSentence(note)}\n`);
  const by = { days: settings.days, now: clock.now(), isVerified };
  const guarding = { guards: memoryOf(preferences).guards(baseUrl, orgId), address: settings.address };
  const folder = filter.usesRecords ? await ownChangesFolder(settings.isDemo).catch(() => null) : null;
  const disabled = folder === null ? new Map() : await findDisabled(folder, baseUrl, orgId);
  const context: FilterContext = {
    ...by,
    ...{ isMarked: () => false, isNew: () => false, isSilent: () => false },
    isProtected: (system) => isProtected(system, guarding),
    disabledAt: (system) => timeDisabled(system, disabled, by.now),
  };
  const all = read.value.pages.flat();
  const filters = [filter, readFilter(flags.stale ? 'is:stale' : '')];
  const printed: System[] = [];
  const inDoubt: System[] = [];
  for (const system of all) {
    const answers = filters.map((one) => answerOf(one, system, context));
    if (answers.every((answer) => answer === true)) printed.push(system);
    else if (!answers.includes(false)) inDoubt.push(system);
  }
  const incompleteness = incompletenessOf(read.value);
  const unread = unreadWords(unreadCounts([printed]));
  const faults = [
    ...(isRefused ? [`${clockSentence(note)} --unverified accepts this computer's clock.`] : []),
    ...(incompleteness === null ? [] : [incompletenessSentence(incompleteness)]),
    ...doubts(inDoubt, all.length, filter).map((why) => `${why}. Left out: nothing says whether they match.`),
    ...(unread === null ? [] : [`${unread}: --json and --csv print what was sent.`]),
  ];
  const write = { json: systemsJson, csv: systemsCsv, table: systemsTable }[flags.printedAs];
  return { text: write(printed, by), faults };
}

/**
 * Sentences on systems that may or may not match the filter, because a field is missing or unreadable. `of`: the
 * number of all systems.
 */
function doubts(systems: readonly System[], of: number, { usesDisabled }: Filter): readonly Clean[] {
  const isUnsaid = ({ isEnabled, unread }: System): boolean =>
    usesDisabled && isEnabled === null && unread.length === 0;
  const isUndated = (one: System): boolean => unreadTimeOf(one) !== null || hasUnknownAge(one);
  const unsaid = systems.filter(isUnsaid).length;
  const undated = systems.filter((one) => isUndated(one) || (one.unread.length === 0 && !isUnsaid(one)));
  const fields = unreadWords(unreadCounts([systems]));
  return [
    ...(undated.length === 0 ? [] : [unknownAgeWords({ count: undated.length, of, example: firstUnread(undated) })]),
    ...(fields === null ? [] : [fields]),
    ...(unsaid === 0 ? [] : [clean(`${count(unsaid)} of ${plural(of, 'system')} without "isEnabled"`)]),
  ];
}

/** The organisation by id or name; else the only one, which is named on standard error. */
async function organisationFor(reader: Reader, wanted: string | null): Promise<{ readonly orgId: string } | Refusal> {
  const read = await reader.organisations();
  if (!read.ok) return { code: 1, message: problemSentence(read.problem) };
  const all = read.value;
  if (wanted !== null) {
    const meant = organisationOf(all, wanted, false);
    if (!('message' in meant) && meant.note !== null) process.stderr.write(`rollcall: ${clean(meant.note)}\n`);
    return meant;
  }
  const [only] = all;
  // Never the organisation that you opened last: a script's output must not depend on your visits.
  if (only === undefined) return { code: 2, message: 'This account belongs to no organisation.' };
  if (all.length > 1) return { code: 2, message: `Several organisations: choose one with --org. ${namesOf(all)}` };
  process.stderr.write(`rollcall: ${clean(`The organisation is ${namesOf(all)}.`)}\n`);
  return only;
}
