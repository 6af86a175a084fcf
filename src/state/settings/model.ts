/** What is it that the settings prompt changes? */
export type SettingsKind = 'guards' | 'label' | 'profile';
