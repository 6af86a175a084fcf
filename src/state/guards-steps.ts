/** How are the guards of an organisation changed? */
import type { GuardsAction } from './actions.ts';
import { guardsText, readGuards } from './guards.ts';
import type { State } from './state.ts';
import type { Step } from './step.ts';

export function reduceGuards(state: State, action: GuardsAction): Step {
  switch (action.kind) {
    case 'guardsRecalled':
      return [state.organisation?.orgId === action.orgId ? { ...state, guards: action.guards } : state];
    case 'guardsOpened': {
      const typed = `${guardsText(state.guards)} `;
      return [{ ...state, prompt: { kind: 'guards', typed, says: null, before: state.listing } }];
    }
  }
}

/** Takes what was typed, if it can be read, and remembers it for this organisation. */
export function guardsAccepted(state: State): Step {
  const { prompt, organisation } = state;
  const { baseUrl } = state.session;
  if (prompt?.kind !== 'guards' || organisation === null || baseUrl === null) return [state];
  const read = readGuards(prompt.typed);
  if (!read.ok) return [{ ...state, prompt: { ...prompt, says: read.says } }];
  const { guards } = read;
  const said = { kind: 'said', text: `Guards of ${organisation.orgName}: ${guardsText(guards)}` } as const;
  return [
    { ...state, guards, prompt: null, notice: said },
    { kind: 'rememberGuards', baseUrl, orgId: organisation.orgId, guards },
  ];
}
