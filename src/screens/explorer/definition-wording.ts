/** Words for the definition: why it is missing, its age, and its defects. */
import { definitionPath } from '../../api/operations.ts';
import type { DefinitionFault, DefinitionFailure } from '../../api/openapi/definition.ts';
import { clean, type Clean } from '../text/clean.ts';
import { brief, quoteText } from '../text/fit.ts';
import { problemSentence } from '../text/problem-wording.ts';
import { count } from '../text/quantities.ts';

const unaffected = 'All other screens work without it, and so does rollcall api GET /path.';

export function definitionFaultSentence(failure: DefinitionFailure): Clean {
  return clean(failure.kind === 'fault' ? `${faultWords(failure.fault)} ${unaffected}` : problemWords(failure.problem));
}

function problemWords(problem: Extract<DefinitionFailure, { kind: 'problem' }>['problem']): string {
  if (problem.kind === 'refused' && problem.status === 404) {
    return `This service has no definition at ${definitionPath} (404). ${unaffected}`;
  }
  if (problem.kind === 'refused' && problem.status === 403) {
    return `This token may not read the definition (403). ${unaffected}`;
  }
  if (problem.kind === 'redirected') {
    const place = problem.location === null ? '' : ` to ${hostOf(problem.location)}`;
    const where = `${problem.status}${place}`;
    return `The service points elsewhere for its definition (${where}): not followed. ${unaffected}`;
  }
  if (problem.kind === 'notTheApi' && problem.reason === 'too large') {
    return `The definition is larger than 16 MiB. ${unaffected}`;
  }
  if (problem.kind === 'notTheApi' && problem.reason === 'cut off') return `The definition was cut off. ${unaffected}`;
  return problemSentence(problem);
}

function hostOf(location: string): string {
  return brief(URL.parse(location)?.host ?? location);
}

function faultWords(fault: DefinitionFault): string {
  switch (fault.kind) {
    case 'web page':
      return `The service sent a web page${fault.title === null ? '' : ` (${quoteText(fault.title)})`}, not a definition.`;
    case 'yaml':
      return 'The definition is YAML; rollcall reads JSON.';
    case 'no operations':
      return 'The definition describes no operations.';
    case 'not json':
      if (fault.isCutOff && fault.at === 0) return 'The definition is empty.';
      if (fault.isCutOff)
        return `The definition is cut off${fault.at === null ? '' : ` after character ${count(fault.at)}`}.`;
      return `The definition is not JSON${fault.at === null ? '' : `, from character ${count(fault.at + 1)} on`}.`;
  }
}

export function briefFailure(failure: DefinitionFailure): string {
  if (failure.kind === 'fault') return 'the newer one cannot be used';
  const { problem } = failure;
  if (problem.kind === 'unreachable' || problem.kind === 'lost' || problem.kind === 'timedOut')
    return 'the service did not answer';
  if (problem.kind === 'refused') return `the service refused a newer one (${problem.status})`;
  return 'a newer one could not be read';
}
