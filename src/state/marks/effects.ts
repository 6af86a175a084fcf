/** Effects of marks: a list of names is typed in the editor. */
import type { Effects } from '../kernel/feature.ts';

export const marksEffects: Effects<'marks'> = {
  async editText({ name, text }, { ports }) {
    const edited = await ports.editText(name, text);
    return edited.ok ? { kind: 'markListEdited', text: edited.text } : { kind: 'editingFailed', says: edited.says };
  },
};
