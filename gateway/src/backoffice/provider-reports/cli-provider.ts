// The commands of what providers report: our balances with them, and the statements that were pulled.

import { toDecimalString } from '@jokko/contract';
import { defineCommand } from '../../cli/command.ts';
import { Refusal } from '../../cli/errors.ts';
import { argument, limitOption } from '../../cli/parameters.ts';
import { readText } from '../../cli/values.ts';
import { table } from '../../cli/table.ts';
import { fetchAgain, listProviderBalances, listStatementPulls } from './index.ts';

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

const reasons = {
  unknown:
    'no statements are fetched of this route: "jokko provider statements" lists those of which they are',
  notADay: 'DAY is a date that is over, such as 2026-11-22',
};

const fetchDay = defineCommand({
  name: 'fetch',
  summary: 'Fetch the statement of a day again from a provider.',
  details:
    'A node fetches it in its next round, also a day that was given up. "jokko provider statements" shows what became of it.',
  arguments: {
    route: argument('ROUTE', 'As "jokko provider statements" names it.', readText),
    day: argument('DAY', 'As 2026-11-22, by the clock of the provider.', readText),
  },
  examples: ['BANK_SN 2026-11-20'],
  async run({ database, who }, { route, day }) {
    const asked = await fetchAgain(database, { route, day, who });
    if (!asked.ok) throw new Refusal(reasons[asked.refusal]);
    return { route, day };
  },
  present: ({ route, day }) => `The statement of ${route} of ${day} will be fetched.`,
});

export const commands = [balances, statements, fetchDay];
