/** The registry of the features whose code is loaded at its first use. A missing one does not compile. */
import type { LateFeatures } from '../features.ts';
import { answer } from './answer/update.ts';
import { definition } from './definition/update.ts';
import { operationForm } from './form/update.ts';
import { offers } from './offers/update.ts';
import { request } from './request/update.ts';
import { requestRecords } from './request-records/update.ts';
import { serviceKeys } from './service-keys/update.ts';
import { operations } from './update.ts';

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
