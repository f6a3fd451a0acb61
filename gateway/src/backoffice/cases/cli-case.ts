// The command of cases: operations whose outcome two users must decide. They decide in the portal,
// where each of them is known.

import { toDecimalString } from '@jokko/contract';
import { listCases } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { accountOption, limitOption, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { oneOf } from '../../cli/values.ts';

const lists = ['open', 'unknown', 'closed'] as const;

const list = defineCommand({
  name: 'list',
  summary: 'List unknown outcomes and provider events that contradict a final state.',
  details: 'Two users decide them in the portal.',
  options: {
    of: option(lists.join('|'), 'Which cases.', oneOf(lists), 'open'),
    account: accountOption,
    limit: limitOption,
  },
  async run({ database }, { of, account = null, limit }) {
    const rows = await listCases(database, {
      of,
      accountId: account,
      kind: null,
      services: null,
      after: null,
      limit,
    });
    const cases = rows.map(({ placeUs: _, amount, ...row }) => ({
      ...row,
      amount: toDecimalString(amount),
    }));
    return { cases };
  },
  present: ({ cases }) =>
    table(
      cases,
      {
        opened: ({ openedAt }) => openedAt,
        transaction: ({ transactionId }) => transactionId,
        account: ({ accountId }) => accountId,
        kind: ({ kind }) => kind,
        state: ({ state }) => state,
        amount: ({ amount, currency }) => `${amount} ${currency}`,
        evidence: ({ resolution, evidence }) => resolution ?? evidence,
      },
      'No cases.',
    ),
});

export const commands = [list];
