/** The registry of features: one line each. One that is declared and missing here does not compile. */
import { changes } from '../fleet/changes.ts';
import { clock } from '../session/clock.ts';
import { tableColumns } from '../fleet/columns.ts';
import { deletion } from '../removal/deletion/update.ts';
import { runs } from '../change/runs/update.ts';
import { details } from '../fleet/details.ts';
import { disabling } from '../removal/disabling/feature.ts';
import { enrolmentKeys } from '../account/enrolment-keys/feature.ts';
import { exporting } from '../fleet/export.ts';
import { filter } from '../fleet/filter/feature.ts';
import { help, palette } from '../shell/help-and-palette.ts';
import { list } from '../fleet/list/update.ts';
import { lists } from '../fleet/lists.ts';
import { marks } from '../fleet/marks/update.ts';
import { organisations } from '../account/organisations/update.ts';
import { ownCommands } from '../shell/own-commands.ts';
import { profiles } from '../account/profiles.ts';
import { news } from '../session/news.ts';
import { program } from '../shell/program.ts';
import { backoff } from '../session/backoff/update.ts';
import { resume } from '../fleet/resume.ts';
import { review } from '../removal/review/update.ts';
import { reviewFile } from '../removal/review-file/feature.ts';
import { settings } from '../account/settings/update.ts';
import { signIn } from '../account/sign-in/update.ts';
import { staleness } from '../fleet/staleness/feature.ts';
import { watching } from '../fleet/watching.ts';
import { tokenStorage } from '../account/token-storage/update.ts';
import type { Feature } from './feature.ts';
import { history } from '../change/history/update.ts';
import { interrupted } from '../change/interrupted.ts';
import { request } from '../change/request/update.ts';
import { answer } from '../explorer/answer/update.ts';
import { definition } from '../explorer/definition.ts';
import { operationForm } from '../explorer/form/update.ts';
import { operations } from '../explorer/list/update.ts';
import { firstDays } from '../session/session.ts';
import { addFeatures, blankState } from './registry.ts';
import type { Features, State } from './state.ts';

/**
 * Reactions to one action run in this order: marks restored from before come ahead of new marks. `program` is last,
 * because it sees the results of all others.
 */
const features: { readonly [N in Exclude<keyof Features, 'root'>]: Feature<N> } = {
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
