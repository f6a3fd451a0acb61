// The command of payout batches. Members of the account make, approve and hold them in the portal.

import { toDecimalString } from '@jokko/contract';
import { listBatches, type ListedBatch } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { accountOption, limitOption } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';

const list = defineCommand({
  name: 'list',
  summary: 'List payout batches with their progress and the amount paid, newest first.',
  details: 'Members of the account create, approve and pause them in the portal.',
  options: { account: accountOption, limit: limitOption },
  async run({ database }, { account = null, limit }) {
    const batches = await listBatches(database, {
      accountId: account,
      countries: null,
      before: null,
      limit,
    });
    return { payouts: batches.map(present) };
  },
  present: ({ payouts }) =>
    table(
      payouts,
      {
        created: ({ createdAt }) => createdAt,
        payout: ({ id }) => id,
        account: ({ accountId }) => accountId,
        state: ({ state }) => state,
        paid: ({ paid, amount, currency }) => `${paid} of ${amount} ${currency ?? ''}`,
        lines: ({ counts }) => countWords(counts),
        name: ({ name }) => name,
      },
      'No payouts.',
    ),
});

function present(batch: ListedBatch) {
  return {
    id: batch.id,
    accountId: batch.accountId,
    name: batch.name,
    state: batch.state,
    currency: batch.currency,
    amount: toDecimalString(batch.amount),
    fees: toDecimalString(batch.fees),
    paid: toDecimalString(batch.paid),
    counts: batch.counts,
    madeBy: batch.madeByName,
    submittedBy: batch.submittedByName,
    decidedBy: batch.decidedByName,
    createdAt: batch.createdAt,
    changedAt: batch.changedAt,
  };
}

const countWords = (counts: ListedBatch['counts']): string =>
  Object.entries(counts)
    .flatMap(([state, count]) => (count === 0 ? [] : [`${count} ${state}`]))
    .join(', ');

export const commands = [list];
