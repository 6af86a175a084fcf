/** Draws the overlay, else the screen, inside the frame with its keys and its prompt. */
import type { ReactNode } from 'react';
import type { State } from '../state/root/state.ts';
import { activeGroups, keyGroups, definitionOf } from './screens.ts';
import { ScreenContext, ThemeContext } from './parts/root-context.ts';
import type { ScreenKind, ViewProps, Extent, Remark } from './screen-definition.ts';
import { listOf } from '../state/root/navigation.ts';
import { themeOf } from '../state/session/profile-settings.ts';
import { type Clean, clean } from './text/clean.ts';
import { interruptedSentence } from './frame/notices.tsx';
import { count } from './text/quantities.ts';

export function Screen({ state }: { readonly state: State }): ReactNode {
  const { overlay, prompt, screen } = state;
  const keysBeneath = keyGroups(state);
  const link = {
    keys: activeGroups(state, keysBeneath),
    keysBeneath,
    prompt: overlay === null && prompt !== null ? <DefinedView state={state} screen={prompt} /> : null,
    below: overlay === null && prompt !== null ? (noticeRemark(state) ?? promptRemark(state, prompt)) : null,
  };
  return (
    <ThemeContext value={themeOf(state.session)}>
      <ScreenContext value={link}>
        <DefinedView state={state} screen={overlay ?? screen} />
      </ScreenContext>
    </ThemeContext>
  );
}

function DefinedView<K extends ScreenKind>({ state, screen }: ViewProps<K>): ReactNode {
  const { View } = definitionOf(screen.kind);
  return <View state={state} screen={screen} />;
}

/** The remark below a prompt about the last key: a prompt takes the line in which other screens show notices. */
function noticeRemark({ notice }: State): Remark | null {
  if (notice?.kind === 'interrupted') return { text: clean(interruptedSentence), kind: 'fault' };
  return notice?.kind === 'refused' ? { text: clean(notice.text), kind: 'fault' } : null;
}

function promptRemark<K extends ScreenKind>(state: State, screen: ViewProps<K>['screen']): Remark | null {
  return definitionOf(screen.kind).below?.(state, screen) ?? null;
}

/** The extent of a list that is laid out while it is drawn; null when the state already has it. */
export function drawnListExtent(state: State): Extent | null {
  return extentOf(state, state.overlay ?? state.screen);
}

function extentOf<K extends ScreenKind>(state: State, screen: ViewProps<K>['screen']): Extent | null {
  return definitionOf(screen.kind).extent?.(state, screen, keyGroups(state)) ?? null;
}

/** `row 3 of 260`, for a screen reader; empty if no list has a cursor. */
export function positionWords(state: State): Clean {
  const list = listOf(state);
  if (list === null || list.isText === true) return clean('');
  const length = (list.extent ?? drawnListExtent(state))?.length ?? 0;
  return clean(length === 0 ? '' : `row ${count(list.at.row + 1)} of ${count(length)}`);
}
