import { meetEveryFaultAt } from './matrix.ts';

meetEveryFaultAt('key creation');
