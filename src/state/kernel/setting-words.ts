/** Settings as they are typed: words `name:value` in one line; quotes hold a value with spaces together. */

interface SettingWord {
  /** As it was typed. */
  readonly word: string;
  readonly name: string;
  readonly value: string;
}

/** What came of reading them; `says`: which word cannot be read, and what can. */
export type SettingsRead<Settings> = ({ ok: true } & Settings) | { ok: false; says: string };

export function settingWords(text: string): readonly SettingWord[] {
  return [...text.matchAll(/(?:[^\s"]|"[^"]*"?)+/g)].map(([word]) => {
    const [, name = '', quoted = ''] = /^([a-z-]+):(.*)$/i.exec(word) ?? [];
    return { word, name: name.toLowerCase(), value: quoted.replaceAll('"', '') };
  });
}

export function settingWord(name: string, value: string): string {
  return `${name}:${/\s/.test(value) ? `"${value}"` : value}`;
}

export function onOff(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}
