/** Which keys has the program, in all its screens? The screens know only their own. */
import { deletionKeys, elsewhereKeys } from '../../src/screens/deletion/deletion-keys.ts';
import { detailsKeys } from '../../src/screens/details/details-keys.ts';
import { createdKeys, describeKeys, keysSeenKeys } from '../../src/screens/enrolment-keys/enrolment-key-keys.ts';
import type { BindingGroup } from '../../src/screens/keys/binding.ts';
import { globalKeys } from '../../src/screens/program/global-keys.ts';
import { listKeys } from '../../src/screens/keys/motion-keys.ts';
import { organisationPromptKeys, organisationsKeys } from '../../src/screens/organisations/organisations-keys.ts';
import {
  awaitedKeys,
  columnsKeys,
  copyKeys,
  exportKeys,
  helpKeys,
  helpSearchKeys,
  keepingKeys,
  markAllKeys,
  marksLostKeys,
  newTokenKeys,
  profileNameKeys,
  profilesKeys,
  quitKeys,
  resumeKeys,
  saveViewKeys,
  signOutKeys,
  tokenCommandKeys,
  weakeningKeys,
} from '../../src/screens/program/overlay-keys.ts';
import { phraseKeys, reviewKeys } from '../../src/screens/review/review-keys.ts';
import { runsKeys } from '../../src/screens/deletion/runs/runs-keys.ts';
import { baseUrlKeys, tokenKeys } from '../../src/screens/sign-in/sign-in-keys.ts';
import { staleKeys } from '../../src/screens/staleness/staleness-keys.ts';
import { filterPromptKeys, promptKeys } from '../../src/screens/list/prompt-keys.ts';
import { systemsKeys } from '../../src/screens/list/list-keys.ts';

/** In the order in which they are met; `test/readme.test.ts` says when one is missing. */
export const groups: ReadonlySet<BindingGroup> = new Set([
  ...[
    baseUrlKeys,
    tokenKeys,
    awaitedKeys,
    keepingKeys,
    tokenCommandKeys,
    organisationsKeys,
    organisationPromptKeys,
    ...systemsKeys,
    promptKeys,
    filterPromptKeys,
    listKeys,
    detailsKeys,
    staleKeys,
  ],
  ...[reviewKeys, phraseKeys, deletionKeys, runsKeys, elsewhereKeys, describeKeys, createdKeys, keysSeenKeys],
  ...[
    globalKeys,
    ...helpKeys,
    helpSearchKeys,
    newTokenKeys,
    profilesKeys,
    profileNameKeys,
    markAllKeys,
    resumeKeys,
    copyKeys,
    exportKeys,
    columnsKeys,
    saveViewKeys,
    weakeningKeys,
    marksLostKeys,
    signOutKeys,
    ...quitKeys,
  ],
]);
