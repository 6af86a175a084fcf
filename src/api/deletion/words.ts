/** The words with which services delete: in a path, a query or a body. */
import { plainWord } from './segments.ts';

/** Unmistakable wherever a word begins or ends with one. */
const strong = 'delet(?:e|es|ed|ing|ion|ions)|remov(?:e|es|ed|ing|al)|purg(?:e|es|ed|ing)|eras(?:e|es|ed|ing)';
const weak =
  'destroy(?:s|ed)?|destruct|wip(?:e|es|ed|ing)|drop(?:s|ped)?|discard(?:s|ed)?|expunged?|prun(?:e|ed|ing)|clear|clean(?:up)?' +
  '|decommission(?:s|ed)?|(?:de|un)register(?:s|ed)?|(?:un|dis|de)enrol(?:l|s|ls|led|ment|lment)?|offboard(?:ed)?' +
  '|forget|forgotten|trash(?:ed)?|obliterate|annihilate|nuke|retired?|evict(?:ed)?|cull|reap|scrap|dispose|recycle|bin|tombstone' +
  '|terminated?|deprovision(?:ed)?|unpair|disown|eject|del|rm';

/** They say how, or how many, and name no thing. */
const how =
  'bulk|batch|mass|multi|multiple|many|all|each|every|several|selected|selection|any|forced?|hard|soft|permanent(?:ly)?' +
  '|async|now|confirm|by|ids?|actions?|operations?|ops?|do|run|execute|invoke|perform|method|rpc|api|v' +
  '|enrolment|enrollment|registration';

/** These words choose systems, or carry the deletion out: beside a word of deletion they make no other thing of it. */
const beside =
  `${how}|some|list|items?|entries|records?|stale|inactive|old|unused|offline|disconnected|disabled|expired|dead` +
  '|requests?|jobs?|tasks?|commands?|cmd|start|submit|json|xml|service|controller|manager|default|enrolments|registrations' +
  '|query|where|byfilter|these|those|out|from|org|organi[sz]ation';

const systems = 'systems?|hosts?|machines?|devices?|computers?|nodes?|agents?|endpoints?';

const closed = new RegExp(
  `^(?:${beside}|${systems})*(?:${strong}|${weak})(?:${beside}|${systems}|${strong}|${weak})*$`,
);
const howAlone = new RegExp(`^(?:${how})+$`);
const aVerb = new RegExp(`^(?:${strong}|${weak})$`);
const atAnEnd = new RegExp(`^(?:${strong}|destroy|wipe)|(?:${strong}|destroy|wipe)$`);

/** Deleting one of these deletes no system: a tag, a note, a message. */
const other =
  /^(?:tags?|labels?|notes?|comments?|keys?|dns|zones?|alias(?:es)?|polic(?:y|ies)|rules?|users?|members?|owners?|groups?|roles?|permissions?|attributes?|propert(?:y|ies)|fields?|settings?|config(?:s|urations?)?|certificates?|tokens?|sessions?|locks?|alerts?|logs?|messages?|events?|history|cache|descriptions?|names?|address(?:es)?|ips?|routes?|ports?|flags?|filters?|search(?:es)?|views?|schedules?|files?|attachments?|images?|logos?|webhooks?|invites?|updates?|metadata|annotations?|links?|locations?|sites?|unapproved|pending|waiting|requirements?|accounts?)$/;
const otherAtEnd = /(?:tags?|labels?|notes?|comments?|keys?|polic(?:y|ies)|rules?|users?|groups?|alias(?:es)?)$/;

const longestWord = 120;

/** `bulkDelete_v2` is bulk, delete and v. */
function wordsOf(text: string): readonly string[] {
  return text
    .slice(0, longestWord)
    .normalize('NFKC')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(/[^\p{L}\p{M}]+/u)
    .map(plainWord);
}

/** Is it about a tag, a key, or another thing that is no system? */
export function namesOther(text: string): boolean {
  const words = wordsOf(text);
  return words.some((word) => other.test(word)) || otherAtEnd.test(words.join(''));
}

/** Does it say that something is deleted, and nothing else? `delete`, `bulk-delete`, `removeAll`, `DeleteSystems`. */
export function isDeletion(text: string): boolean {
  // An id may have such a word, and digits.
  return !/(?<![\dv])\d/i.test(text) && closed.test(wordsOf(text).join(''));
}

const anywhere = new RegExp(`${strong}|${weak}|absent|gone`, 'i');

/** Has a text such a word, or a part of one, anywhere? Without one, nothing in it says to delete. */
export function mayDelete(text: string): boolean {
  return anywhere.test(/^[\0-\x7F]*$/.test(text) ? text : text.normalize('NFKC'));
}

/** The same beside unknown words: `delete-everything`. */
export function mayBeDeletion(text: string): boolean {
  if (isDeletion(text)) return true;
  const words = wordsOf(text);
  return (words.some((word) => aVerb.test(word)) || atAnEnd.test(words.join(''))) && !namesOther(text);
}

/** A read lists deleted things: `deleted`, `deletions`. */
export function isImperative(text: string): boolean {
  return !/(?:delet|remov|purg|eras|wip)(?:ed|ing|ion|al)|(?:ed|ions?|ing)$/.test(wordsOf(text).join(''));
}

/** Unmistakable enough for a GET, whose words name its answer: `bin`, `drops`. */
export function deletesByReading(text: string): boolean {
  return isImperative(text) && /delet|remov|purg|erase|destroy|wipe/.test(wordsOf(text).join(''));
}

/** A deletion that names systems: `deleteSystem`, `systems.bulkDelete`. */
export function deletesSystemsByName(text: string): boolean {
  return isDeletion(text) && /systems?/.test(wordsOf(text).join(''));
}

/** `bulk`, `all`, `by-id`: it carries something out, or says how many, and names nothing. */
export function namesNothing(text: string): boolean {
  return /^\D*$/.test(text) && howAlone.test(wordsOf(text).join(''));
}

/** Letters alone: `X-HTTP-Method-Override` and `_method` are compared without the characters between their words. */
export function squeezed(name: string): string {
  return plainWord(name).replace(/[^\p{L}]/gu, '');
}

const around = 'at|on|after|date|time|all|systems?|ids?|list|items?';
const flag = new RegExp(
  `^(?:${around}|is|to|be|mark(?:ed)?|as|for|soft|hard|force|should)*(?:${strong}|destroy(?:ed)?|wiped?|trash(?:ed)?)(?:${around})*$`,
);

/** The name of a field that deletes by its value: `isDeleted`, `purge`, `deletedAt`, `idsToDelete`. */
export function isDeletionFlag(name: string): boolean {
  return flag.test(squeezed(name));
}

/** A state that a system has once it is deleted. */
export function isDeletedState(value: string): boolean {
  return isDeletion(value) || /^\s*(?:absent|gone)\s*$/i.test(value);
}

/** `by-name`, `hostname`: the value after it says which system. */
export function namesSelector(text: string): boolean {
  return /^(?:by)?(?:host|serial)?(?:names?|ids?|uuids?|guids?|numbers?)$/.test(squeezed(text));
}
