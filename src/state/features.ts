/** The registry of features: one line each. A missing one does not compile; its types are in `state.ts`. */
import { changes } from './changes/update.ts';
import { clock } from './clock/update.ts';
import { tableColumns } from './columns/update.ts';
import { deletion } from './deletion/update.ts';
import { runs } from './deletion/runs/update.ts';
import { details } from './details/update.ts';
import { disabling } from './disabling/update.ts';
import { enrolmentKeys } from './enrolment-keys/update.ts';
import { exporting } from './export/update.ts';
import { filter } from './filter/update.ts';
import { help } from './help/update.ts';
import { list } from './list/update.ts';
import { marks } from './marks/update.ts';
import { organisations } from './organisations/update.ts';
import { ownCommands } from './own-commands/update.ts';
import { palette } from './palette/update.ts';
import { profiles } from './profiles/update.ts';
import { news } from './news/update.ts';
import { program } from './program/update.ts';
import { requestLog } from './request-log/update.ts';
import { requests } from './requests/update.ts';
import { resume } from './resume/update.ts';
import { review } from './review/update.ts';
import { settings } from './settings/update.ts';
import { signIn } from './sign-in/update.ts';
import { staleness } from './staleness/update.ts';
import { tokenStorage } from './token-storage/update.ts';
import type { Feature } from './kernel/feature.ts';
import { leftRequests } from './operations/left-requests/update.ts';
import { operationsLoading } from './operations/loading/update.ts';
import type { Features, LateFeatureName } from './state.ts';

/** Reactions to one action happen in this order: of a page, what was marked before comes before what is to be marked. */
const early: { readonly [N in Exclude<keyof Features, LateFeatureName>]: Feature<N> } = {
  signIn,
  tokenStorage,
  profiles,
  list,
  settings,
  runs,
  details,
  filter,
  resume,
  marks,
  staleness,
  tableColumns,
  changes,
  organisations,
  exporting,
  review,
  deletion,
  disabling,
  enrolmentKeys,
  help,
  palette,
  requestLog,
  ownCommands,
  operationsLoading,
  leftRequests,
  clock,
  requests,
  news,
  program,
};

/** Those whose code is loaded at its first use; a missing one does not compile. */
export type LateFeatures = { readonly [N in LateFeatureName]: Feature<N> };

type AnyFeature = { readonly [N in keyof Features]: Feature<N> }[keyof Features];

let present: readonly AnyFeature[] = Object.values(early);

/** From here on these features are there, too; their code has been loaded. */
export function addFeatures(late: LateFeatures): void {
  present = [...new Set([...present, ...Object.values(late)])];
}

/** What follows from the features that are there: worked out once, and anew when more are. */
export function fromFeatures<T>(derive: (features: readonly AnyFeature[]) => T): () => T {
  let made: { readonly of: readonly AnyFeature[]; readonly value: T } | null = null;
  return () => {
    if (made?.of !== present) made = { of: present, value: derive(present) };
    return made.value;
  };
}
