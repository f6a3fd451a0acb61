// Says in words why a row of a statement cannot be read.

import type { useMessages } from '../../language/index.ts';
import type { uploadMessages } from './upload-messages.ts';

type Messages = ReturnType<typeof useMessages<typeof uploadMessages>>;

const totalProblem = /^total: (\S{1,30}) (\S{1,30})$/;

/** Whether a row is a total that the rows do not make, and no payment. */
export const isWrongTotal = (problem: string | null): boolean =>
  problem !== null && totalProblem.test(problem);

/** `amount: 6 000,00`, as the gateway tells it, with the name that the form gives the column. */
export function inWords(problem: string, messages: Messages): string {
  const { columnNames, lineProblem, wrongTotal } = messages;
  const [, stated, counted] = totalProblem.exec(problem) ?? [];
  if (stated !== undefined && counted !== undefined)
    return wrongTotal(stated.trim(), counted.trim());
  const [, column = '', text = ''] = /^(\w{1,20}): (.*)$/s.exec(problem) ?? [];
  const name = (columnNames as { [column: string]: string })[column];
  return name === undefined ? problem : lineProblem(name, text);
}
