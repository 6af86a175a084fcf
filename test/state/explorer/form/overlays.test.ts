/** Overlays of a form close with the form. */
import { expect, test } from 'vitest';
import { play } from '../../root/play.ts';
import { aForm } from './filling.ts';

test('a key that follows s at once leaves nothing over the screen that comes', () => {
  const form = aForm('GET /org/{orgId}/systems')
    .on('include_disabled')
    .presses('Turned', 'Send')
    .does({ kind: 'operationCopyOpened' });
  expect(form.state.overlay?.kind).toBe('copy');
  const sent = aForm('GET /org/{orgId}/systems').on('include_disabled').presses('Turned', 'Send');
  const effect = sent.effects.find(({ kind }) => kind === 'sendOperation');
  if (effect?.kind !== 'sendOperation') throw new Error(sent.said());
  const shown = play(form.state, { kind: 'callSent', call: effect.call, operation: form.screen().operation }).state;
  expect([shown.screen.kind, shown.overlay]).toEqual(['answer', null]);
});
