import { describe, expect, test } from 'vitest';
import { completionsOf, readFilter } from '../../../../src/state/fleet/filter/filter.ts';
import { aSystem } from '../../../support/make.ts';

describe('completion', () => {
  const systems = [
    aSystem({ state: 'Disconnected', enrolmentKeyDescription: 'build agents' }),
    aSystem({ state: 'Disabled', enrolmentKeyDescription: 'build agents' }),
    aSystem({ state: 'Disabled', enrolmentKeyDescription: 'tills, new*' }),
  ];
  test.each([
    ['st', ['state:']],
    ['web -s', ['web -state:', 'web -seen:']],
    ['web or !s', ['web or !state:', 'web or !seen:']],
    ['state:dis', ['state:Disabled', 'state:Disconnected']],
    ['-state:dis', ['-state:Disabled', '-state:Disconnected']],
    ['key:', ['key:"build agents"', 'key:"tills, new*"']],
    ['key:laptops,', ['key:laptops,"build agents"', 'key:laptops,"tills, new*"']],
    ['key:laptops,"ti', ['key:laptops,"tills, new*"']],
    ['is:s', ['is:stale', 'is:silent']],
    ['is:stale,s', ['is:stale,stale', 'is:stale,silent']],
    ['(st', ['(state:']],
    ['-(web or state:dis', ['-(web or state:Disabled', '-(web or state:Disconnected']],
    ['(web)', []],
    ['"st', []],
    ['web or', []],
  ])('of %j', (text, texts) => {
    expect(completionsOf(text, systems)).toEqual(texts);
  });

  test.each(['', 'web ', 'web or ', '(', 'web -(', '(web) '])('of %j lists the fields', (text) => {
    expect(completionsOf(text, systems)).toEqual(
      expect.arrayContaining([`${text}state:`, `${text}seen:`, `${text}is:`]) as string[],
    );
  });

  test('a field that there is not is replaced by the one that was meant, then by each other one', () => {
    const [first, second] = completionsOf('web -age:>90d', systems);
    expect([first, second]).toEqual(['web -seen:>90d', 'web -state:>90d']);
  });

  test('each of them is a filter without a mistake', () => {
    const texts = ['key:', 'state:', 'is:', 'seen:', 'enrolled:'].flatMap((text) => completionsOf(text, systems));
    expect(texts.filter((text) => readFilter(text).fault !== null)).toEqual([]);
  });
});
