/** The operations of the service: a part of the program that is loaded at its first use. */
import { lateScreens } from '../screens/explorer/late-screens.ts';
import { addScreens } from '../screens/screens.ts';
import { addFeatures } from '../state/root/registry.ts';
import { lateFeatures } from '../state/explorer/late-features.ts';

/** Adds the features and their screens; nothing happens the second time. */
export function addOperations(): void {
  addFeatures(lateFeatures);
  addScreens(lateScreens);
}
