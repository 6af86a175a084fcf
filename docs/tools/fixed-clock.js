// The program that is shown in the pictures has this as its clock (`node --import`): it stands still, so that ages,
// dates and names of files are the same whenever the pictures are made. The file's own time moves it.
import { statSync } from 'node:fs';
import process from 'node:process';

const file = process.env['ROLLCALL_PICTURE_CLOCK'] ?? '';
const now = () => statSync(file).mtimeMs;

globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length === 0 ? [now()] : given));
  }

  static now() {
    return now();
  }
};
