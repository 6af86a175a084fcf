/** Sends calls that read, and shows their answers. */
import { isReadMethod } from '../../../api/operations.ts';
import { type Feature, type Narrowed, overlayList, withNotice, type Step } from '../../root/feature.ts';
import { atTop, bodyRows, type ListView } from '../../kernel/list-view.ts';
import { onScreenAbove, onScreenBeneath } from '../../root/navigation.ts';
import { groupDigits } from '../../kernel/spelling.ts';
import type { Screen, State } from '../../root/state.ts';
import {
  answerHeight,
  answerLength,
  answerShown,
  answerTexts,
  answerWith,
  changeDone,
  downloadOf,
  following,
  isStoppable,
  placeAnswer,
  readOf,
  rowUnderCursor,
  withAnswer,
  withRefused,
  withShown,
  withTable,
} from './feature.ts';
import { isEndShown, isRequestShown } from '../../change/request/requests.ts';
import { answerLines, secretFieldsOf, exportOf, wholeText } from './answer-lines.ts';
import { answerEffects, answerReads } from './effects.ts';
import { type Answer, type AnswerTable, isOfChange, newAnswer, withPage, filterFault, rowsShown } from './model.ts';
import { withoutSecrets } from '../../../api/secrets.ts';
import {
  afterPage,
  moveAnswer,
  placeColumn,
  toggleColumn,
  fieldsListed,
  readMore,
  readPage,
  openRow,
} from './table-steps.ts';

/** Refuses calls that change something. */
function sendCall(state: State, { call, operation }: Pick<Answer, 'call' | 'operation'>): Step {
  if (!isReadMethod(call.method)) {
    return [withNotice(state, `rollcall does not send ${call.method} from here. Nothing was sent.`)];
  }
  const answer = newAnswer({
    id: state.nextId,
    call,
    operation,
    secretNames: secretFieldsOf(state.definition.definition, operation),
  });
  const next = withRefused({ ...state, nextId: state.nextId + 1 }, null);
  return [onScreenAbove(withAnswer(next, answer), { kind: 'answer', id: answer.id }), readOf(answer)];
}

/** Drops failures of a read that was stopped. */
function failAnswer(state: State, { id, problem }: { id: number; problem: NonNullable<Answer['problem']> }): Step {
  const answer = answerWith(state, id);
  // You stopped the read, so there is nothing to report.
  if (answer === null || answer.reading === null) return [state];
  const next = withAnswer(state, { ...answer, problem, reading: null });
  const refused = problem.kind === 'refused' ? { operation: answer.operation.id, problem } : null;
  return [answer.content === null ? withRefused(next, refused) : next];
}

/** Reads the failed page, otherwise repeats the call; the old content stays until the answer arrives. */
function refreshAnswer(state: State): Step {
  const answer = answerShown(state);
  if (answer === null || answer.reading !== null) return [state];
  if (isOfChange(answer))
    return [withNotice(state, 'A change is never sent again by itself. esc leads back to its form.')];
  if (answer.part !== null) return [withNotice(state, 'This is a part of an answer. esc leads back to all of it.')];
  const isPage =
    answer.content?.kind === 'table' && answer.problem !== null && answer.content.paging.next.kind === 'page';
  if (isPage) return readPage(state, answer, 'page');
  const asking: Answer = { ...answer, reading: 'call', problem: null };
  return [withAnswer(state, asking), readOf(asking)];
}

/** Stops a read first, then clears the filter, then leaves the screen. */
function back(state: State): Step {
  const answer = answerShown(state);
  if (answer === null) return [onScreenBeneath(state)];
  if (answer.written !== null) {
    const stopped = withAnswer(state, { ...answer, written: null });
    return [withNotice(stopped, 'Stopped. The file was removed.'), { kind: 'abandonRead', slot: 'answer' }];
  }
  if (isStoppable(state, answer)) {
    const stopped = withAnswer(state, { ...answer, reading: null });
    const abandoned = { kind: 'abandonRead', slot: 'answer' } as const;
    if (answer.content === null)
      return [withNotice(onScreenBeneath(stopped), 'Stopped before the answer came.'), abandoned];
    const isCall = answer.reading === 'call';
    return [withNotice(stopped, isCall ? 'Stopped.' : 'Stopped. The loaded rows stay; G loads the rest.'), abandoned];
  }
  if (answer.content?.kind === 'table' && answer.content.shown.filter !== '')
    return [narrow(answer.content).withFilter(state, '')];
  const beneath = onScreenBeneath(state);
  // The service may show the answer to a change only once.
  const isWhole = isOfChange(answer) && answer.part === null;
  return [isWhole ? withNotice(beneath, ': "last change" shows the answer again, until the next change.') : beneath];
}

function withFind(state: State, find: string): State {
  const content = answerShown(state)?.content;
  return content?.kind === 'text' || content?.kind === 'json'
    ? withShown(state, { content: { ...content, find } })
    : state;
}

function narrow({ shown, fields }: AnswerTable): Narrowed {
  const { rows, columns, filter, sort } = shown;
  const view = (state: State, change: Partial<ListView & Pick<State, 'now'>>): State =>
    withTable(state, (table) => ({ shown: { ...table.shown, ...change } }));
  const by = fields[sort.by === null ? 0 : fields.indexOf(sort.by) + 1] ?? null;
  return {
    ...{ filter, all: rows.length, shown: rowsShown(shown).length },
    faultIn: (text) => filterFault(text, columns),
    withFilter: (state, text) => view(state, { filter: text, now: state.now }),
    sorted: (state) => view(state, { sort: { by, isReversed: false } }),
    reversed: (state) => view(state, { sort: { ...sort, isReversed: !sort.isReversed } }),
  };
}

function writeAnswer(state: State, withSecrets: boolean): Step {
  const answer = answerShown(state);
  const what = answer === null ? null : exportOf(answer, withSecrets);
  const closed: State = { ...state, overlay: null };
  return what === null ? [closed] : [closed, { kind: 'exportAnswer', export: what }];
}

function downloadBody(state: State): Step {
  const answer = answerShown(state);
  if (answer === null || answer.call.method !== 'GET') return [{ ...state, overlay: null }];
  return [withAnswer({ ...state, overlay: null }, { ...answer, written: 0 }), downloadOf(answer)];
}

function withWritten(state: State, id: number, written: number | null): State {
  const answer = answerWith(state, id);
  return answer === null || answer.written === null ? state : withAnswer(state, { ...answer, written });
}

/** The unchanged body, or a part as JSON. Secrets stay hidden until v shows them. */
function showBody(state: State): Step {
  const answer = answerShown(state);
  if (answer === null) return [state];
  const { raw, content, isRevealed } = answer;
  const texts = raw.length > 0 ? raw : [wholeText(answer, isRevealed)];
  const format = content?.kind === 'text' ? content.format : '';
  const shown = isRevealed ? texts : texts.map((text) => withoutSecrets(text, format, answer.secretNames));
  return [state, { kind: 'showAnswerBody', text: shown.join('\n') }];
}

function rowOperations(state: State): Step {
  const answer = answerShown(state);
  const fields = rowUnderCursor(answer) ?? answer?.part?.row ?? null;
  if (answer === null || fields === null) return [state];
  return [state, { kind: 'openRowOperations', row: { path: answer.operation.path, fields } }];
}

/** Removes answers with their screens, and hides revealed secrets when you leave the screen. */
function afterScreens(state: State, before: State): Step {
  if (state.screen === before.screen && state.trail === before.trail) return [state];
  const { answers } = state.answer;
  if (answers.size === 0) return [state];
  const shown = idsOf([state.screen]);
  const ids = idsOf([...state.trail, state.screen]);
  const kept = [...answers.values()].filter(({ id }) => ids.has(id));
  const isHidden = kept.every(({ id, isRevealed }) => shown.has(id) || !isRevealed);
  if (kept.length === answers.size && isHidden) return [state];
  const isAbandoned = [...answers.values()].some(
    ({ id, reading, written }) => !ids.has(id) && (reading !== null || written !== null),
  );
  const all = kept.map((one) => [one.id, shown.has(one.id) ? one : { ...one, isRevealed: false }] as const);
  const next: State = { ...state, answer: { ...state.answer, answers: new Map(all) } };
  return [next, ...(isAbandoned ? [{ kind: 'abandonRead', slot: 'answer' } as const] : [])];
}

function idsOf(screens: readonly Screen[]): ReadonlySet<number> {
  return new Set(screens.flatMap((screen) => (screen.kind === 'answer' ? [screen.id] : [])));
}

export const answer: Feature<'answer'> = {
  slice: { initial: { answers: new Map(), refused: null }, lasts: 'session' },
  update: {
    callSent: sendCall,
    answerArrived(state, { id, page }) {
      const before = answerWith(state, id);
      if (before === null || before.reading === null) return [state];
      const arrived = withPage(before, page, state.now);
      return afterPage(state, before, following(before, arrived, state.rows));
    },
    answerFailed: failAnswer,
    answerRefreshed: refreshAnswer,
    answerRowOpened: openRow,
    answerWideToggled: (state) => [withTable(state, ({ isWide }) => ({ isWide: !isWide }))],
    answerColumnsOpened: (state) => [{ ...state, overlay: { kind: 'answerColumns', list: atTop } }],
    answerColumnToggled: toggleColumn,
    answerColumnMoved: (state, { by }) => placeColumn(state, by),
    answerSecretToggled: (state) => [withShown(state, { isRevealed: answerShown(state)?.isRevealed !== true })],
    answerCopyOpened: (state) => [{ ...state, overlay: { kind: 'copy', list: atTop, texts: answerTexts(state) } }],
    answerExportOpened: (state) => [{ ...state, overlay: { kind: 'answerExport' } }],
    answerExported: (state, { withSecrets }) => writeAnswer(state, withSecrets),
    answerDownloaded: downloadBody,
    answerBytesArrived: (state, { id, bytes }) => [withWritten(state, id, bytes)],
    answerFileWritten(state, { id, path, bytes }) {
      return [withNotice(withWritten(state, id, null), `Written: ${groupDigits(bytes)} bytes to ${path}`)];
    },
    answerFileFailed: (state, { id, message }) => [
      { ...withWritten(state, id, null), notice: { kind: 'warning', text: message } },
    ],
    answerFileLost(state, { id, problem }) {
      if (problem.kind === 'aborted') return [state];
      return [{ ...withWritten(state, id, null), notice: { kind: 'problem', problem } }];
    },
    answerBodyShown: showBody,
    answerBodyFailed: (state, { message }) => [
      { ...state, notice: { kind: 'warning', text: `Not shown: ${message}.` } },
    ],
    answerRowOperations: rowOperations,
  },
  effects: answerEffects,
  reads: answerReads,
  after: afterScreens,
  progress: {
    answerArrived: (state) => answerShown(state)?.reading === 'all',
    answerBytesArrived: () => true,
  },
  pending(state) {
    const shown = answerShown(state);
    if (shown === null || (shown.reading === null && shown.written === null)) return null;
    const pages = shown.content?.kind === 'table' ? shown.content.paging.addresses.length : 0;
    return `answer ${shown.id} ${pages}`;
  },
  reacts: {
    promptAccepted: (state, _, before) => (before.prompt?.kind === 'listFilter' ? readMore(state) : [state]),
    changeAnswered: (state, { id }) => [isEndShown(state, id) ? changeDone(onScreenBeneath(state), state) : state],
    requestReopened: (state, _, before) => [isRequestShown(before) ? state : changeDone(state)],
    resized: (state) => {
      const shown = answerShown(state);
      return [shown === null ? state : withAnswer(state, placeAnswer(shown, state.rows))];
    },
  },
  screens: {
    answer: {
      isOverlay: true,
      back,
      list(state) {
        const shown = answerShown(state);
        if (shown === null) return null;
        const { content, list } = shown;
        if (content?.kind === 'text' || content?.kind === 'json') {
          const withPosition = (at: Answer['list']): State => withAnswer(state, { ...shown, list: at });
          const text = { lines: answerLines(shown), find: content.find, withFind };
          return { at: list, extent: null, isText: true, withPosition, text };
        }
        const extent = { length: answerLength(content), height: answerHeight(content, state.rows) };
        const narrowed = content?.kind === 'table' ? { narrowed: narrow(content) } : {};
        return { at: list, extent, moved: (motion) => moveAnswer(state, motion), ...narrowed };
      },
    },
    answerColumns: {
      list(state, overlay) {
        const content = answerShown(state)?.content;
        const length = content?.kind === 'table' ? fieldsListed(content).length : 0;
        return overlayList(state, overlay, { length, height: bodyRows(state.rows) });
      },
    },
    answerExport: {},
  },
};
