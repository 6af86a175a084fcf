/** Changes protection, label and profile settings in forms; a weaker protection must be confirmed. */
import { defaultGuards, holdsId, idsWithout } from '../../fleet/protection/guards.ts';
import { noLabel } from '../../session/organisations.ts';
import { type Feature, type Of, overlayList, withNotice, type Step } from '../../root/feature.ts';
import { type FormField, isTouched, maxValueLength, nextChoice, type SettingChange } from '../../kernel/form.ts';
import { bodyRows, placeCursor } from '../../kernel/list-view.ts';
import { isTooLateToKeep, withSystemProtected } from '../../removal/deletion/public.ts';
import { renewList, systemAtHand } from '../../fleet/list/feature.ts';
import { type ProfileSettings, faultNotice } from '../../session/profile-settings.ts';
import { withReviewGuards } from '../../removal/review/opening.ts';
import { isGoing } from '../../change/run.ts';
import { runRows } from '../../change/run-kinds.ts';
import { firstDays, withProfileSettings, withSettingsFault } from '../../session/session.ts';
import { withThreshold } from '../../fleet/staleness/rows.ts';
import type { Action, State } from '../../root/state.ts';
import {
  type SettingsChange,
  type SettingsForm,
  type SettingsKind,
  allSettings,
  fieldsIn,
  formsOf,
  withSettings,
} from './feature.ts';

function openForm(state: State, about: SettingsKind, at?: string): State {
  const { opened, fields } = formsOf(allSettings(state), about);
  const names = fields(opened).map(({ name }) => name);
  const list = placeCursor(opened.list, names.indexOf(at ?? ''), names.length, bodyRows(state.rows));
  return { ...state, overlay: { kind: 'settingsForm', about, ...opened, list }, notice: null };
}

function fieldAtCursor(state: State, form: SettingsForm): FormField | undefined {
  return fieldsIn(state, form)[form.list.row];
}

function withTyped(state: State, form: SettingsForm, { name }: FormField, text: string): State {
  return { ...state, overlay: { ...form, typed: { ...form.typed, [name]: text }, isRefused: false } };
}

function withFieldAtCursor(state: State, write: (field: FormField) => string | null): State {
  const { overlay } = state;
  if (overlay?.kind !== 'settingsForm') return state;
  const field = fieldAtCursor(state, overlay);
  const text = field === undefined ? null : write(field);
  return field === undefined || text === null ? state : withTyped(state, overlay, field, text);
}

/** Saves all fields, or moves to the first invalid one; asks before it weakens protection. */
function applySettings(state: State): Step {
  const { overlay: form } = state;
  if (form?.kind !== 'settingsForm') return [state];
  const applied = formsOf(allSettings(state), form.about).applied(form);
  if (applied === null) {
    const fields = fieldsIn(state, form);
    const row = fields.findIndex(({ fault }) => fault !== null);
    const list = placeCursor(form.list, row, fields.length, bodyRows(state.rows));
    return [{ ...state, overlay: { ...form, list, isRefused: true } }];
  }
  const { change, changed } = applied;
  const weakened = changed.filter(({ isWeaker }) => isWeaker);
  if (changed.length === 0) return [withNotice({ ...state, overlay: null }, 'Nothing changed.')];
  if (weakened.length > 0) return [{ ...state, overlay: { kind: 'weakening', form, change, weakened } }];
  return saveSettings(state, change, changed);
}

function confirmWeakening(state: State): Step {
  const { overlay } = state;
  if (overlay?.kind !== 'weakening') return [state];
  const { form, change } = overlay;
  return saveSettings(state, change, formsOf(allSettings(state), form.about).applied(form)?.changed ?? []);
}

function saveSettings(state: State, change: SettingsChange, changed: readonly SettingChange[]): Step {
  const { organisation, session } = state;
  const closed = withNotice({ ...state, overlay: null }, savedWords(changed));
  if (change.about === 'profile') return changeProfile(closed, change.profile);
  const { baseUrl } = session;
  if (organisation === null || baseUrl === null) return [state];
  const { orgId } = organisation;
  if (change.about === 'label') {
    const { label } = change;
    return [withSettings(closed, { label }), { kind: 'rememberLabel', baseUrl, orgId, label }];
  }
  const { guards } = change;
  return [
    withReviewGuards(withSettings(closed, { guards }), guards),
    { kind: 'rememberGuards', baseUrl, orgId, guards },
  ];
}

/** In cells: a notice has one line. */
const maxNoticeLength = 76;

function savedWords(changed: readonly SettingChange[]): string {
  const [first] = changed;
  const all = `Saved ${changed.length} settings.`;
  if (first === undefined || changed.length > 1) return all;
  const one = `Saved. ${first.sentence}: ${first.to}${first.unit === '' ? '' : ` ${first.unit}`}.`;
  return one.length <= maxNoticeLength ? one : `Saved. ${first.sentence}: changed.`;
}

/** Unchanged fields of the form keep the values of this session. */
function changeProfile(state: State, settings: ProfileSettings): Step {
  const days = settings.days === state.session.profileSettings.days ? state.staleness.days : settings.days;
  const session = withProfileSettings(state.session, settings);
  return [withThreshold({ ...state, session }, days), { kind: 'rememberProfileSettings', settings }];
}

/** Protects the current system by hand, or ends that; a deletion in progress adopts added protection. */
function toggleProtection(state: State): Step {
  const { organisation, session, settings } = state;
  const { baseUrl } = session;
  const system = systemAtHand(state);
  if (system === undefined || organisation === null || baseUrl === null) return [state];
  const { systemId } = system;
  const { orgId } = organisation;
  const isProtected = !holdsId(settings.guards.systems, systemId);
  const others = idsWithout(settings.guards.systems, systemId);
  const guards = { ...settings.guards, systems: new Set(isProtected ? [...others, systemId] : others) };
  const isLate = isProtected && isTooLateToKeep(state, systemId);
  const next = withReviewGuards(withSettings(state, { guards }), guards);
  const kept = isProtected ? withSystemProtected(next, orgId, systemId) : next;
  const notice = isLate
    ? ({
        kind: 'warning',
        text: `Protected, but ${runRows[state.deletion?.kind ?? 'delete'].words.its} was already requested.`,
      } as const)
    : ({ kind: 'said', text: protectedWords(system.hostname ?? systemId, isProtected, session) } as const);
  return [
    { ...kept, notice },
    { kind: 'rememberProtected', baseUrl, orgId, systemId, isProtected },
  ];
}

/** In characters; longer names are clipped. */
const maxNameLength = 24;

function protectedWords(name: string, isProtected: boolean, { isDemo, preferencesProblem }: State['session']): string {
  const what = name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
  const isKept = !isDemo && preferencesProblem === null;
  if (!isProtected) return `${what} is no longer protected by you. p protects it.`;
  return isKept
    ? `◆ ${what} is protected for good. p undoes.`
    : `◆ ${what} is protected for this session only. p undoes.`;
}

/** Applies the settings after an editor, a restored copy, or a reload of the file. */
function receiveSettings(state: State, { fault, settings, isNew, message }: Of<Action, 'settingsKnown'>): Step {
  const session = withSettingsFault(withProfileSettings(state.session, settings), fault);
  if (fault !== null) return [{ ...state, session, overlay: { kind: 'settingsFault', message } }];
  const known = { ...state, session: { ...session, isNewProfile: isNew, preferencesProblem: null }, overlay: null };
  const next = withThreshold(known, firstDays(session));
  const { organisation } = state;
  const { baseUrl } = session;
  return [
    withNotice(next, 'The settings file is understood again.'),
    ...(organisation === null || baseUrl === null
      ? []
      : [{ kind: 'recallOrganisationSettings' as const, baseUrl, orgId: organisation.orgId }]),
  ];
}

export const settings: Feature<'settings'> = {
  slice: {
    initial: { guards: defaultGuards, label: noLabel },
    lasts: 'organisation',
  },
  after(state, before) {
    const isMoved = state.settings.guards !== before.settings.guards;
    return [isMoved && state.list.listing.view.filter.usesProtection ? renewList(state) : state];
  },
  reacts: {
    runForbidden(state, { run: id, label, guards }, { deletion: run, organisation }) {
      const isHere = isGoing(run) && run.id === id && run.organisation.orgId === organisation?.orgId;
      return [isHere ? withReviewGuards(withSettings(state, { label, guards }), guards) : state];
    },
    // Another session may have added protection.
    protectionFound(state, { systems }) {
      const { guards } = state.settings;
      const { organisation, deletion } = state;
      if (organisation?.orgId !== deletion?.organisation.orgId) return [state];
      const all = new Set([...guards.systems, ...systems]);
      return [all.size === guards.systems.size ? state : withSettings(state, { guards: { ...guards, systems: all } })];
    },
  },
  update: {
    organisationSettingsRecalled: (state, { orgId, guards, label }) => [
      state.organisation?.orgId === orgId ? { ...state, settings: { guards, label } } : state,
    ],
    settingsOpened: (state, { about, at }) => [openForm(state, about, at)],
    settingSet: (state, { about, name, text }) =>
      applySettings(withFieldAtCursor(openForm(state, about, name), () => text)),
    choiceMoved: (state, { by }) => [withFieldAtCursor(state, (field) => nextChoice(field, by))],
    choiceTyped: (state, { word }) => [
      withFieldAtCursor(state, ({ choices }) => (choices?.includes(word) === true ? word : null)),
    ],
    settingsApplied: applySettings,
    weakeningConfirmed: confirmWeakening,
    protectionToggled: toggleProtection,
    settingsFaultFound(state, { fault }) {
      const session = { ...withSettingsFault(state.session, fault), preferencesProblem: faultNotice };
      return [{ ...state, session, overlay: { kind: 'settingsFault', message: null } }];
    },
    settingsFaultShown: (state) => [{ ...state, overlay: { kind: 'settingsFault', message: null } }],
    settingsEdited(state) {
      const { settingsFault: fault } = state.session;
      return fault === null
        ? [state]
        : [state, { kind: 'rereadSettings', after: { kind: 'editing', path: fault.path } }];
    },
    settingsReread: (state) => [state, { kind: 'rereadSettings', after: { kind: 'nothing' } }],
    settingsRestored: (state) => [state, { kind: 'rereadSettings', after: { kind: 'restoring' } }],
    settingsKnown: receiveSettings,
  },
  effects: {
    async rereadSettings({ after }, { ports: { memory, editFile }, dispatch }) {
      let message: string | null = null;
      if (after.kind === 'editing') message = await editFile(after.path);
      if (after.kind === 'restoring') message = memory.restoreSettings();
      memory.rereadSettings();
      dispatch({ kind: 'ownCommandsKnown', commands: memory.ownCommands() });
      const fault = memory.settingsFault();
      return { kind: 'settingsKnown', fault, settings: memory.settings(), isNew: memory.isNewProfile(), message };
    },
    recallOrganisationSettings({ baseUrl, orgId }, { ports: { memory }, dispatch }) {
      const guards = memory.guards(baseUrl, orgId);
      const label = memory.label(baseUrl, orgId);
      dispatch({ kind: 'organisationSettingsRecalled', orgId, guards, label });
      return { kind: 'organisationViewRecalled', orgId, ...memory.view(baseUrl, orgId) };
    },
    rememberGuards({ baseUrl, orgId, guards }, { ports }) {
      ports.memory.rememberGuards(baseUrl, orgId, guards);
      return null;
    },
    rememberProtected({ baseUrl, orgId, systemId, isProtected }, { ports }) {
      ports.memory.rememberProtected(baseUrl, orgId, systemId, isProtected);
      return null;
    },
    rememberLabel({ baseUrl, orgId, label }, { ports }) {
      ports.memory.rememberLabel(baseUrl, orgId, label);
      return null;
    },
    rememberProfileSettings({ settings }, { ports }) {
      ports.memory.rememberSettings(settings);
      return null;
    },
  },
  screens: {
    settingsForm: {
      back: (state, form) => [
        { ...state, overlay: fieldsIn(state, form).some(isTouched) ? { kind: 'unsaved', form } : null },
      ],
      field(state, form) {
        const field = fieldAtCursor(state, form);
        if (field === undefined || field.choices !== null) return null;
        const edit = (text: string): Step => [withTyped(state, form, field, text)];
        return { name: `setting ${field.name}`, text: field.typed, edited: edit, maxLength: maxValueLength };
      },
      list: (state, form) =>
        overlayList(state, form, { length: fieldsIn(state, form).length, height: bodyRows(state.rows) }),
    },
    settingsFault: { back: (state) => [{ ...state, overlay: null }] },
    weakening: { asks: () => ({ kind: 'key' }), back: (state, { form }) => [{ ...state, overlay: form }] },
    unsaved: { back: (state, { form }) => [{ ...state, overlay: form }] },
  },
};
