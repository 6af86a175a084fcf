/** Fills in forms by hand: fields are found by their sentences. */
import type { User } from './user.ts';

const cursor = '▌ ';

/** Goes to the field with this sentence. The field is on the screen. */
export async function goesToField(user: User, sentence: string): Promise<void> {
  const rows = (await user.sees(cursor, sentence)).split('\n').filter((row) => /^(?:▌| ) [A-Z]/.test(row));
  const from = rows.findIndex((row) => row.startsWith(cursor));
  const to = rows.findIndex((row) => row.slice(cursor.length).startsWith(sentence));
  for (let at = from; at !== to; at += Math.sign(to - from)) user.pressesKey(to > from ? 'tab' : 'up');
  await user.sees(`${cursor}${sentence}`);
}

/** Types values into fields, or chooses yes or no, by the beginnings of their sentences. */
export async function fills(user: User, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [sentence, value] of Object.entries(values)) {
    await goesToField(user, sentence);
    if (value === 'yes' || value === 'no') user.pressesKey(value === 'yes' ? 'y' : 'n');
    else {
      user.pressesKey('ctrl-u');
      user.types(value);
    }
    const shown = value === '' ? '(unchanged' : value;
    await user.sees((screen) =>
      screen.split('\n').some((line) => line.startsWith(cursor + sentence) && line.includes(` ${shown}`)),
    );
  }
}

/** Fills in the fields, and presses enter after the last value. */
export async function saves(user: User, values: Readonly<Record<string, string>>): Promise<void> {
  await fills(user, values);
  await user.rests();
  user.pressesKey('enter');
}
