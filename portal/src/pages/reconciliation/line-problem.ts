// Says in words why a row of a statement cannot be read.

import type { useMessages } from '../../language/index.ts';
import type { uploadMessages } from './upload-messages.ts';

type Messages = ReturnType<typeof useMessages<typeof uploadMessages>>;

/** `amount: 6 000,00`, as the gateway tells it, with the name that the form gives the column. */
export function inWords(problem: string, { columnNames, lineProblem }: Messages): string {
  const [, column = '', text = ''] = /^(\w{1,20}): (.*)$/s.exec(problem) ?? [];
  const name = (columnNames as { [column: string]: string })[column];
  return name === undefined ? problem : lineProblem(name, text);
}
