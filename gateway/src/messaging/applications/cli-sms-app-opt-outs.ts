// The commands of opt-outs: numbers that get no messages of an SMS application.

import { smsRecipientsMax } from '@jokko/contract';
import type { NamedKey } from '../../payments/accounts/cli-key-names.ts';
import { findApp } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/context.ts';
import { UsageError } from '../../cli/errors.ts';
import { fileSummary, readFileText } from '../../cli/files.ts';
import { argument, option } from '../../cli/parameters.ts';
import { callRoute, readRows } from '../../cli/portal-command.ts';
import { table } from '../../cli/table.ts';
import { readPhoneNumber, readText, wholeNumber } from '../../cli/values.ts';
import { slicesOf } from '../../platform/in-turns.ts';
import { loadRouting, type Routing } from '../routing/index.ts';
import { appArgument, refusalOf } from './cli-sms-app-apps.ts';
import { optOutHandlers } from './http-portal-opt-outs.ts';
import { mayBeNumber } from './number-fault.ts';

const rowsMax = 100_000;
const faultsShownMax = 20;

const numberArgument = argument('NUMBER', 'International phone number.', readPhoneNumber);

/** The application, and what calling the routes of its opt-outs takes. */
async function openApp(
  { mode, database, connectionSettings }: CommandContext,
  app: NamedKey,
): Promise<{ id: number; appId: string; routing: Routing; of: Of }> {
  const found = await findApp(database, app.ofMode(mode));
  if (found === null) throw refusalOf('unknown app');
  if (found.revoked_at !== null) throw refusalOf('revoked');
  const routing = await loadRouting(database, await connectionSettings());
  const handlers = optOutHandlers({ database, routing: () => routing });
  return {
    id: found.id,
    appId: found.appId,
    routing,
    of: { handlers, accountId: found.account_id },
  };
}
interface Of {
  handlers: ReturnType<typeof optOutHandlers>;
  accountId: number;
}

const list = defineCommand({
  name: 'list',
  summary: 'List the opt-outs of an application with their date and source.',
  arguments: { app: appArgument },
  options: {
    after: option('NUMBER', 'Only numbers after this one.', readPhoneNumber),
    limit: option('N', 'Number of rows.', wholeNumber(rowsMax), '100'),
  },
  async run(context, { app, after: first, limit }) {
    const { id, appId, of } = await openApp(context, app);
    const rows = await readRows(limit, (after = first) =>
      callRoute(context, {
        ...of,
        route: 'GET sms/opt-outs',
        given: { query: { app: String(id), after } },
      }),
    );
    return { appId, optOuts: rows.map(({ msisdn: number, ...row }) => ({ number, ...row })) };
  },
  present: ({ optOuts }) =>
    table(
      optOuts,
      {
        number: ({ number }) => number,
        source: ({ source }) => source,
        since: ({ createdAt }) => createdAt,
      },
      'No opt-outs.',
    ),
});

const add = defineCommand({
  name: 'add',
  summary: 'Add a number to the opt-outs of an application.',
  arguments: { app: appArgument, number: numberArgument },
  async run(context, { app, number: digits }) {
    const { id, appId, of } = await openApp(context, app);
    const number = `+${digits}`;
    const given = { body: { app: id, numbers: [number] } };
    const { added, bad } = await callRoute(context, { ...of, route: 'POST sms/opt-outs', given });
    if (bad.length > 0) throw new UsageError(noNumber(number));
    return { appId, number, added };
  },
  present: ({ number, added }) =>
    added === 1 ? `${number} was added.` : `${number} is already an opt-out.`,
});

const remove = defineCommand({
  name: 'remove',
  summary: 'Remove a number from the opt-outs of an application.',
  arguments: { app: appArgument, number: numberArgument },
  async run(context, { app, number: digits }) {
    const { id, appId, of } = await openApp(context, app);
    const number = `+${digits}`;
    await callRoute(context, {
      ...of,
      route: 'POST sms/opt-outs/remove',
      given: { body: { app: id, number } },
      refusals: { notFound: `${number} is not an opt-out` },
    });
    return { appId, number, removed: 1 };
  },
  present: ({ number }) => `${number} was removed.`,
});

const importNumbers = defineCommand({
  name: 'import',
  summary: 'Add the numbers of a file to the opt-outs of an application, all or none.',
  details: 'The file has one number per line.',
  arguments: { app: appArgument, file: argument('FILE', fileSummary, readText) },
  async run(context, { app, file }) {
    const { id, appId, routing, of } = await openApp(context, app);
    const numbers = readNumbers(readFileText(file), file, routing);
    let added = 0;
    for (const slice of slicesOf(numbers, smsRecipientsMax)) {
      const given = { body: { app: id, numbers: [...slice] } };
      const answer = await callRoute(context, { ...of, route: 'POST sms/opt-outs', given });
      if (answer.bad.length > 0) throw new Error(`${answer.bad.length} numbers are read otherwise`);
      added += answer.added;
    }
    return { appId, numbers: numbers.length, added };
  },
  present: ({ numbers, added }) =>
    `${added} of ${numbers} numbers were added; the others were already opt-outs.`,
});

const noNumber = (text: string): string =>
  `${text} is not a number of its country, as the SMS routing knows them`;

/**
 * Each once, with its plus. All are read before one is added, so that a fault is reported with its
 * line. A first line without any digit is a heading.
 */
function readNumbers(text: string, file: string, routing: Routing): string[] {
  const numbers = new Set<string>();
  const faults: string[] = [];
  text.split(/\r?\n/).forEach((line, index) => {
    const word = line
      .replace(/^\ufeff/, '')
      .replaceAll('"', '')
      .trim();
    if (word === '' || (index === 0 && !/\d/.test(word))) return;
    try {
      const number = readPhoneNumber(word);
      if (mayBeNumber(number, routing)) numbers.add(`+${number}`);
      else faults.push(`${file}:${index + 1} ${noNumber(word)}`);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      faults.push(`${file}:${index + 1} ${error.message}`);
    }
  });
  if (faults.length === 0) return [...numbers];
  const more = faults.length > faultsShownMax ? [`and ${faults.length - faultsShownMax} more`] : [];
  throw new UsageError(
    ['nothing was imported:', ...faults.slice(0, faultsShownMax), ...more].join('\n'),
  );
}

export const optOutCommands = [list, add, remove, importNumbers];
