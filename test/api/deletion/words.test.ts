/** The words with which services delete, and what is no system: none of them may be lost from the lists by accident. */
import { expect, test } from 'vitest';
import {
  deletesByReading,
  deletesSystemsByName,
  isDeletion,
  isImperative,
  mayBeDeletion,
  namesNothing,
  namesOther,
} from '../../../src/api/deletion/fields.ts';

const verbs = `
  delete deletes deleted deleting deletion deletions remove removes removed removing removal purge purges purged purging
  erase erases erased erasing destroy destroys destroyed destruct wipe wipes wiped wiping drop drops dropped discard
  discards discarded expunge expunged prune pruned pruning clear clean cleanup decommission decommissions decommissioned
  deregister deregisters deregistered unregister unregistered unenrol unenroll unenrolled disenrol deenrol unenrolment
  unenrollment offboard offboarded forget forgotten trash trashed obliterate annihilate nuke retire retired evict evicted
  cull reap scrap dispose recycle bin tombstone terminate terminated deprovision deprovisioned unpair disown eject del rm`
  .trim()
  .split(/\s+/);

const beside = `
  bulk batch mass multi multiple many all each every several selected selection any force forced hard soft permanent
  permanently async now confirm by id ids action actions operation operations op ops do run execute invoke perform method
  rpc api enrolment enrollment registration some list item items entries record records stale inactive old unused
  offline disconnected disabled expired dead request requests job jobs task tasks command commands cmd start submit json
  xml service controller manager default enrolments registrations query where these those out from org organisation
  organization system systems host hosts machine machines device devices computer computers node nodes agent agents`
  .trim()
  .split(/\s+/);

const others = `
  tag tags label labels note notes comment comments key keys dns zone zones alias aliases policy policies rule rules user
  users member members owner owners group groups role roles permission permissions attribute attributes property
  properties field fields setting settings config configs configuration certificate certificates token tokens session
  sessions lock locks alert alerts log logs message messages event events history cache description descriptions name
  names address addresses ip ips route routes port ports flag flags filter filters search searches view views schedule
  schedules file files attachment attachments image images logo logos webhook webhooks invite invites update updates
  metadata annotation annotations link links location locations site sites unapproved pending waiting requirement
  requirements account accounts`
  .trim()
  .split(/\s+/);

test('every word of deletion is one, alone and with systems', () => {
  expect(verbs.filter((word) => !isDeletion(word))).toEqual([]);
  expect(verbs.filter((word) => !isDeletion(`${word}-systems`) || !isDeletion(`bulk/${word}`))).toEqual([]);
  expect(verbs.filter((word) => !mayBeDeletion(`${word}-everything`))).toEqual([]);
});

test('an unmistakable word of deletion is one at an end of a longer word, however that is parted', () => {
  const strong = verbs.filter((word) => /^(?:delet|remov|purg|eras)|^(?:destroy|wipe)$/.test(word));
  expect(strong.length).toBeGreaterThan(20);
  expect(strong.filter((word) => !mayBeDeletion(`${word}everything`) || !mayBeDeletion(`any${word}`))).toEqual([]);
  expect(['deLeteEverything', 'every-thing-re-move'].filter((text) => !mayBeDeletion(text))).toEqual([]);
  expect(['delta', 'binary', 'terminal', 'cleaner', 'anyremovedthing'].filter(mayBeDeletion)).toEqual([]);
  expect(['deletetags', 'removekey', 'purge_no-tes'].filter(mayBeDeletion)).toEqual([]);
  expect([deletesByReading('deLete'), deletesByReading('deLeted'), isImperative('re-mo-ved')]).toEqual([
    ...[true, false, false],
  ]);
  expect([deletesSystemsByName('delete-sys-tems'), deletesSystemsByName('list-systems')]).toEqual([true, false]);
  expect([namesNothing('bu-lk'), namesNothing('ALL7')]).toEqual([true, false]);
});

test('words that choose systems, or carry a deletion out, make no other thing of it', () => {
  expect(beside.filter((word) => !isDeletion(`delete-${word}`) || !isDeletion(`${word}_delete`))).toEqual([]);
  expect(beside.filter((word) => isDeletion(word))).toEqual([]);
});

test('to delete what is no system deletes none', () => {
  expect(others.filter((word) => !namesOther(`delete-${word}`))).toEqual([]);
  expect(others.filter((word) => isDeletion(`delete-${word}`) || mayBeDeletion(`delete-${word}`))).toEqual([]);
});
