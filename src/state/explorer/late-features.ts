/** The registry of the features whose code is loaded at its first use. A missing one does not compile. */
import type { LateFeatures } from '../root/features.ts';
import { answer } from './answer/update.ts';
import { definition } from './definition/update.ts';
import { operationForm } from './form/update.ts';
import { offers } from './offers/update.ts';
import { request } from '../change/request/update.ts';
import { requestRecords } from '../change/request-records/update.ts';
import { serviceKeys } from './service-keys/update.ts';
import { operations } from './list/update.ts';

export const lateFeatures: LateFeatures = {
  definition,
  operations,
  operationForm,
  answer,
  serviceKeys,
  offers,
  request,
  requestRecords,
};
