// The command that says what is missing before a route carries real money, and takes a user's word for what no program can see.

import { tryConfigured } from '../connection-tests/index.ts';
import { checkRoute, confirmItem, type CheckedItem, type CheckedRoute } from './index.ts';
import { loadCatalogue, type Route } from '../../payments/catalogue/index.ts';
import { defineCommand } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/context.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { argument, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readText, sentence } from '../../cli/values.ts';

const nameCharactersMax = 100;
const wordCharactersMax = 500;

export const command = defineCommand({
  name: 'golive',
  summary: 'Say what is missing before a route carries real money.',
  details:
    'Makes a connection test, lists what the route has been seen to do, and shows the address for notices of its provider. What no program can see is confirmed by name, and kept in the audit log. Exit code 1 while something is missing.',
  arguments: { name: argument('ROUTE', 'Name of the route.', readText) },
  options: {
    confirm: option('ITEM', 'Confirm this item of the list.', readText),
    by: option('NAME', 'Who stands for it.', sentence(nameCharactersMax)),
    word: option('TEXT', 'What was agreed, with whom, and when.', sentence(wordCharactersMax)),
  },
  examples: ['WAVE_SN', 'WAVE_SN --confirm contract --by "Awa Ndiaye" --word "signed 3 November"'],
  check({ confirm, by, word }) {
    if (confirm === undefined ? by !== undefined || word !== undefined : !by || !word)
      throw new UsageError('--confirm, --by and --word go together');
  },
  async run(context, { name, confirm, by, word }): Promise<CheckedRoute> {
    const { database, who } = context;
    const settings = await context.routeSettings();
    const route = (await loadCatalogue(database, settings)).route(name);
    if (route === undefined) throw new Refusal(`there is no usable route ${name}`);
    const checked = await check(context, route);
    if (confirm === undefined) return checked;
    const refusal = refusalOf(checked.items, confirm);
    if (refusal !== null) throw new Refusal(refusal);
    const { counterparty } = route;
    const given = { item: confirm, confirmedBy: by!, word: word! };
    await confirmItem(database, who, { route: name, counterparty, ...given });
    return check(context, route);
  },
  present: ({ route, ready, noticeUrl, items }) =>
    [
      table(
        items,
        {
          item: ({ id }) => id,
          state: ({ done }) => (done ? 'ok' : 'MISSING'),
          what: ({ text }) => text.en,
          detail: ({ detail }) => detail,
        },
        '',
      ),
      '',
      ...(noticeUrl === null ? [] : [`Notices of the provider: ${noticeUrl}`]),
      ready
        ? `Route ${route} is ready.`
        : `Route ${route} is not ready: ${items.filter(({ done }) => !done).length} missing.`,
    ].join('\n'),
  hasFailed: ({ ready }) => !ready,
});

function refusalOf(items: readonly CheckedItem[], confirm: string): string | null {
  const found = items.find(({ id }) => id === confirm);
  if (found === undefined)
    return `there is no item ${confirm}; there are ${items.map(({ id }) => id).join(', ')}`;
  return found.confirmable ? null : `${confirm} cannot be confirmed: ${found.detail}`;
}

function check(context: CommandContext, route: Route): Promise<CheckedRoute> {
  const { database, publicUrl, noticeUrl } = context;
  return context.withConnectors('catalogue', async (document, deps) => {
    const { connectors } = await context.routeSettings();
    const steps = await tryConfigured({ ...deps, session: database }, document, route.name);
    return checkRoute({ database, connectors, publicUrl, noticeUrl }, document, route, steps ?? []);
  });
}
