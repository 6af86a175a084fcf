/** The words of other programs for an action: the palette finds it by each of them, too. */
import type { SettingsKind } from '../../../state/account/settings/feature.ts';
import type { Action } from '../../../state/root/state.ts';

const synonyms: Readonly<Partial<Record<Action['kind'], string>>> = {
  markToggled: 'select tag check choose',
  staleMarkRequested: 'select old unused inactive dead offline',
  staleOpened: 'threshold age days histogram distribution inactive cutoff report',
  rangeToggled: 'visual selection shift block',
  patternOpened: 'select pattern match glob',
  markListOpened: 'import file paste ids names editor',
  matchingMarked: 'select all everything',
  marksInverted: 'toggle selection flip invert reverse',
  markingUndone: 'undo redo revert restore back',
  marksCleared: 'unselect deselect unmark none reset',
  markedOnlyToggled: 'selected selection only',
  reviewOpened: 'delete remove destroy purge kill drop unenroll decommission clean prune',
  detailsOpened: 'describe inspect info show view properties fields open detail',
  newKeyOpened: 'add new create token enroll register key',
  keysSeenOpened: 'keys list token',
  copyOpened: 'clipboard yank copy',
  exportOpened: 'save download csv json file write dump',
  searchOpened: 'query find lookup grep',
  filterOpened: 'find limit narrow grep where only',
  disabledToggled: 'hidden inactive disable enabled show hide',
  sortChanged: 'sort order arrange',
  sortReversed: 'flip reverse sort order descending ascending flip',
  sortChosen: 'sort order arrange',
  columnsOpened: 'fields layout table columns configure',
  wideToggled: 'wide expand full more columns zoom',
  viewShown: 'saved query preset bookmark reset',
  viewsOpened: 'saved query preset bookmark store',
  refreshRequested: 'refresh reload update sync retry next page',
  autoRefreshToggled: 'watch follow poll live interval',
  switchRequested: 'change context tenant account namespace use',
  organisationsOpened: 'refresh reload context tenant account',
  organisationOpened: 'enter use select context tenant',
  organisationIdAsked: 'goto jump context tenant',
  wentBack: 'back escape cancel close up return',
  helpOpened: 'help shortcuts keys keybindings manual bindings',
  languageShown: 'filter language syntax grammar query examples fields operators',
  bannerDismissed: 'close dismiss warning',
  runShown: 'resume pause progress job task status deletion running',
  historyOpened: 'history log audit journal records past earlier requests runs',
  protectionToggled: 'pin guard keep',
  settingsOpened: 'preferences options config configure protect',
  profilesOpened: 'account login user switch',
  keepingOpened: 'password secret keychain storage save login',
  suspendRequested: 'background shell',
  repaintRequested: 'redraw repaint clear screen refresh',
  interrupted: 'abort cancel stop interrupt',
  quitRequested: 'quit exit close bye leave q! wq',
  signOutRequested: 'logout log off disconnect forget',
};

/** The words of each form of settings. */
const inSettings: Readonly<Record<SettingsKind, string>> = {
  guards: 'safety limits rules guard tag',
  label: 'colour color read-only word',
  profile: 'theme dark light background colour color portal link address browser bell read-only',
};

export function synonymsOf(action: Action): string {
  const words = synonyms[action.kind] ?? '';
  return action.kind === 'settingsOpened' ? `${words} ${inSettings[action.about]}` : words;
}
