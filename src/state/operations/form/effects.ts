/** Gives a part of a form to an editor, and hands a call over to be sent. */
import type { Effects } from '../../kernel/feature.ts';

export const operationFormEffects: Effects<'operationForm'> = {
  async editOperation({ id, path, as, text }, { ports }) {
    const edited = await ports.editText(as === 'json' ? 'body' : 'text', text);
    return { kind: 'operationEdited', id, path, as, before: text, edited };
  },
  sendOperation: ({ call, operation }) => ({ kind: 'callSent', call, operation }),
};
