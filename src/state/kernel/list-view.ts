/** The view of a list: what it is filtered and sorted by. */

/** `by`: a column; null: the order in which the rows came. */
export interface ListSort {
  readonly by: string | null;
  readonly isReversed: boolean;
}

export interface ListView {
  readonly filter: string;
  readonly sort: ListSort;
}

export const wholeView: ListView = { filter: '', sort: { by: null, isReversed: false } };
