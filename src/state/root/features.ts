/** The registry of features: one line each. A missing one does not compile; their types are in `state.ts`. */
import { changes } from '../fleet/changes/update.ts';
import { clock } from '../session/clock/update.ts';
import { tableColumns } from '../fleet/columns/update.ts';
import { deletion } from '../removal/deletion/update.ts';
import { runs } from '../change/runs/update.ts';
import { details } from '../fleet/details/update.ts';
import { disabling } from '../removal/disabling/update.ts';
import { enrolmentKeys } from '../account/enrolment-keys/update.ts';
import { exporting } from '../fleet/export/update.ts';
import { filter } from '../fleet/filter/update.ts';
import { help } from '../shell/help/update.ts';
import { list } from '../fleet/list/update.ts';
import { lists } from '../fleet/lists/update.ts';
import { marks } from '../fleet/marks/update.ts';
import { organisations } from '../account/organisations/update.ts';
import { ownCommands } from '../shell/own-commands/update.ts';
import { palette } from '../shell/palette/update.ts';
import { profiles } from '../account/profiles/update.ts';
import { news } from '../session/news/update.ts';
import { program } from '../shell/program/update.ts';
import { backoff } from '../session/backoff/update.ts';
import { resume } from '../fleet/resume/update.ts';
import { review } from '../removal/review/update.ts';
import { reviewFile } from '../removal/review-file/update.ts';
import { settings } from '../account/settings/update.ts';
import { signIn } from '../account/sign-in/update.ts';
import { staleness } from '../fleet/staleness/update.ts';
import { watching } from '../fleet/watching/update.ts';
import { tokenStorage } from '../account/token-storage/update.ts';
import type { Feature } from './feature.ts';
import { history } from '../change/history/update.ts';
import { interrupted } from '../change/interrupted/update.ts';
import { request } from '../change/request/update.ts';
import { answer } from '../explorer/answer/update.ts';
import { definition } from '../explorer/definition/update.ts';
import { operationForm } from '../explorer/form/update.ts';
import { operations } from '../explorer/list/update.ts';
import { firstDays } from '../session/session.ts';
import { addFeatures, blankState } from './registry.ts';
import type { Features, State } from './state.ts';

/**
 * Reactions to one action run in this order: marks restored from before come ahead of new marks. `program` is last,
 * because it sees the results of all others.
 */
const features: { readonly [N in keyof Features]: Feature<N> } = {
  signIn,
  tokenStorage,
  profiles,
  list,
  settings,
  runs,
  review,
  reviewFile,
  details,
  filter,
  lists,
  resume,
  marks,
  watching,
  staleness,
  tableColumns,
  changes,
  organisations,
  exporting,
  deletion,
  disabling,
  enrolmentKeys,
  help,
  palette,
  ownCommands,
  interrupted,
  clock,
  backoff,
  news,
  definition,
  operations,
  operationForm,
  answer,
  request,
  history,
  program,
};

addFeatures(features);

export function initialState(about: Pick<State, 'session' | 'now' | 'columns' | 'rows'>): State {
  const blank = blankState();
  const staleness = { ...blank.staleness, days: firstDays(about.session) };
  return { ...blank, ...about, staleness, nextId: 1 };
}
