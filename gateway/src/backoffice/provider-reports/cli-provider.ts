// The commands of the statements that are fetched from providers.

import { defineCommand } from '../../cli/command.ts';
import { argument, limitOption } from '../../cli/parameters.ts';
import { definePortalCommand } from '../../cli/portal-command.ts';
import { readText } from '../../cli/values.ts';
import { table } from '../../cli/table.ts';
import { statementDayHandlers } from './http-statement-days.ts';
import { listStatementPulls } from './index.ts';

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

const fetchDay = definePortalCommand({
  name: 'fetch',
  summary: 'Fetch the statement of a day again from a provider.',
  details:
    'A node fetches it in its next round, also a day that was given up. "jokko provider statements" shows what became of it.',
  arguments: {
    route: argument('ROUTE', 'As "jokko provider statements" names it.', readText),
    day: argument('DAY', 'As 2026-11-22, by the clock of the provider.', readText),
  },
  examples: ['BANK_SN 2026-11-20'],
  route: 'POST operator/statement-days/fetch',
  handlers: statementDayHandlers,
  given: (body) => ({ body }),
  refusals: () => ({
    notFound:
      'no statements are fetched of this route: "jokko provider statements" lists those of which they are',
    conflict: 'DAY is a date that is over, such as 2026-11-22',
    invalid: 'DAY is a date, such as 2026-11-22',
  }),
  result: (_, asked) => asked,
  present: ({ route, day }) => `The statement of ${route} of ${day} will be fetched.`,
});

export const commands = [statements, fetchDay];
