/** The registry of the screens whose code is loaded at its first use: one line a feature. A missing one does not compile. */
import type { LateScreenKind, ScreenDefinitions } from '../screen-definition.ts';
import { answerScreens } from './answer/answer-screens.tsx';
import { operationFormScreens } from './form/operation-form-screens.tsx';
import { requestScreens } from '../change/request/request-screens.tsx';
import { requestRecordsScreens } from '../change/request-records/request-records-screens.tsx';
import { operationsScreens } from './list/operations-screens.tsx';

export const lateScreens: ScreenDefinitions<LateScreenKind> = {
  ...operationsScreens,
  ...operationFormScreens,
  ...answerScreens,
  ...requestScreens,
  ...requestRecordsScreens,
};
