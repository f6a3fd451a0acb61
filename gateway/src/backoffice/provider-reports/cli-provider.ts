// The commands of what providers report: our balances with them, and the statements that were pulled.

import { toDecimalString } from '@jokko/contract';
import { defineCommand } from '../../cli/command.ts';
import { limitOption } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { listProviderBalances, listStatementPulls } from './index.ts';

const balances = defineCommand({
  name: 'balances',
  summary: 'List what providers report that we have with them, beside what our books say.',
  details: 'Providers whose protocol tells it are asked every ten minutes.',
  async run({ database }) {
    const read = await listProviderBalances(database);
    return {
      balances: read.map(({ available, booked, ...balance }) => ({
        ...balance,
        available: toDecimalString(available),
        booked: toDecimalString(booked),
        difference: toDecimalString(available - booked),
      })),
    };
  },
  present: (answer) =>
    table(
      answer.balances,
      {
        routes: ({ routes }) => routes.join(', '),
        currency: ({ currency }) => currency,
        provider: ({ available }) => available,
        ledger: ({ booked }) => booked,
        difference: ({ difference }) => difference,
        read: ({ readAt }) => readAt.toISOString(),
      },
      'No provider has reported a balance.',
    ),
});

const statements = defineCommand({
  name: 'statements',
  summary: 'List the days whose statements were fetched from providers.',
  details:
    'A fetched statement is reconciled by itself: "jokko reconciliation list" shows its discrepancies.',
  options: { limit: limitOption },
  run: async ({ database }, { limit }) => ({
    statements: await listStatementPulls(database, limit),
  }),
  present: (answer) =>
    table(
      answer.statements,
      {
        day: ({ day }) => day,
        route: ({ route }) => route,
        state: ({ state }) => state,
        rows: ({ lines }) => lines,
        statement: ({ fileId }) => fileId,
        tries: ({ tries }) => tries,
        problem: ({ problem }) => problem,
      },
      'No statement has been fetched.',
    ),
});

export const commands = [balances, statements];
