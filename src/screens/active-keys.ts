/** The bindings in force: those of an open text field, else the screen's, then the global ones. */
import { textField } from '../state/root/navigation.ts';
import type { State } from '../state/root/state.ts';
import type { Binding, BindingGroup } from './binding.ts';
import { ownCommandGroup } from './shell/own-command-screens.tsx';
import { globalKeys } from './shell/program-screens.tsx';
import type { ScreenDefinition, ScreenKind, ViewProps } from './screen-definition.ts';
import { definitionOf } from './screens.ts';

const besideText: BindingGroup = {
  title: 'Everywhere',
  bindings: globalKeys.bindings.filter(({ worksInText }) => worksInText === true),
};

/** The groups of the screen without its overlay, for the help and the palette. */
export function keyGroups(state: State): readonly BindingGroup[] {
  const beneath = { ...state, overlay: null };
  if (state.prompt !== null) {
    return [...ownGroups(beneath, state.prompt, definitionOf(state.screen.kind).keys), besideText];
  }
  const definition = definitionOf(state.screen.kind);
  const global = everywhere(definition);
  const own = ownGroups(beneath, state.screen, [global]);
  if (textField(beneath) !== null) return [...own, besideText];
  if (definition.isClosed === true) return own;
  const ofYours = definition.hasOwnCommands === true ? [ownCommandGroup(state)] : [];
  return [...own, ...ofYours, global];
}

/** The groups of the open overlay, else of the screen. ctrl-c, ctrl-z and ctrl-l work everywhere. */
export function activeGroups(state: State, beneath = keyGroups(state)): readonly BindingGroup[] {
  return state.overlay === null ? beneath : [...ownGroups(state, state.overlay, beneath), besideText];
}

function ownGroups<K extends ScreenKind>(
  state: State,
  screen: ViewProps<K>['screen'] & { readonly kind: K },
  beneath: readonly BindingGroup[],
): readonly BindingGroup[] {
  const { keys, fieldKeys = keys, inForce } = definitionOf(screen.kind);
  const groups = inForce?.(state, screen, beneath) ?? (textField(state) === null ? keys : fieldKeys);
  const isIdle = ({ isInForce }: Binding): boolean => isInForce?.(state) === false;
  return groups.map((group) =>
    group.bindings.some(isIdle) ? { ...group, bindings: group.bindings.filter((one) => !isIdle(one)) } : group,
  );
}

function everywhere({ backHint }: ScreenDefinition<never>): BindingGroup {
  if (backHint === undefined) return globalKeys;
  return {
    ...globalKeys,
    bindings: globalKeys.bindings.map((binding) =>
      binding.action.kind === 'wentBack' ? { ...binding, hint: backHint } : binding,
    ),
  };
}
