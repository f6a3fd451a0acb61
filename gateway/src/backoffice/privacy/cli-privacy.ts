// The commands about one person's data, by number.

import { normalisePhone } from '@jokko/contract';
import { defineCommand } from '../../cli/command.ts';
import { openAllCells } from '../../cli/each-cell.ts';
import { UsageError } from '../../cli/errors.ts';
import { argument } from '../../cli/parameters.ts';
import { erasePerson, exportPerson, type Erased, type PersonData } from './index.ts';

function readNumber(text: string, name: string): string {
  const phone = normalisePhone(text, '', { countryCodeRequired: true });
  if (phone === null) throw new UsageError(`${name} must be a number with its country code`);
  return phone;
}
const number = argument('NUMBER', 'A phone number with its country code.', readNumber);

const exportData = defineCommand({
  name: 'export',
  summary: 'Print what is stored about the person with a number, as JSON.',
  details: 'The audit log notes that it was read, without the number.',
  arguments: { number },
  examples: ['+221770000001'],
  async run(context, arguments_) {
    const [home, ...further] = await openAllCells(context);
    const data = await exportPerson(home!.context.database, context.who, arguments_.number);
    const cells: (PersonData & { cell: number })[] = [];
    for (const { cell, context: there } of further)
      cells.push({ cell, ...(await exportPerson(there.database, context.who, arguments_.number)) });
    return cells.length === 0 ? data : { ...data, cells };
  },
  present: (data) => JSON.stringify(data, null, 2),
});

const eraseData = defineCommand({
  name: 'erase',
  summary: 'Remove what is stored about the person with a number.',
  details:
    'Amounts and ids stay: books and statements need them. What is still open is kept and listed; repeat the command when it is closed. The audit log has no number.',
  arguments: { number },
  examples: ['+221770000001'],
  async run(context, arguments_) {
    const erased: Erased[] = [];
    for (const { context: there } of await openAllCells(context))
      erased.push(await erasePerson(there.database, context.who, arguments_.number));
    return sumOf(erased);
  },
  present: ({ shown, operations, payoutLines, smsMessages, smsInbound, openCheckouts, kept }) =>
    [
      `${shown}: removed from ${operations} transactions, ${payoutLines} payout lines, ${smsMessages} sent and ${smsInbound} received messages.`,
      ...(openCheckouts === 0 ? [] : [`kept: ${openCheckouts} checkouts that can still be paid`]),
      ...kept.map(
        ({ accountId, transactionId, held }) =>
          `kept: transaction ${transactionId} of account ${accountId}, its ${held} is open`,
      ),
    ].join('\n'),
});

/** The sum of all cells; the number is shown as at home. */
const sumOf = ([home, ...further]: Erased[]): Erased =>
  further.reduce(
    (sum, { operations, payoutLines, smsMessages, smsInbound, openCheckouts, kept }) => ({
      shown: sum.shown,
      operations: sum.operations + operations,
      payoutLines: sum.payoutLines + payoutLines,
      smsMessages: sum.smsMessages + smsMessages,
      smsInbound: sum.smsInbound + smsInbound,
      openCheckouts: sum.openCheckouts + openCheckouts,
      kept: [...sum.kept, ...kept],
    }),
    home!,
  );

export const commands = [exportData, eraseData];
