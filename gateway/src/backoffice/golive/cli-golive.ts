// The command that says what is missing before a route carries real money, and takes a user's word for what no program can see.

import { tryConfigured } from '../connection-tests/index.ts';
import { checkRoute, confirmItem, type CheckedItem, type CheckedRoute } from './index.ts';
import { loadCatalogue, type Route } from '../../payments/catalogue/index.ts';
import { defineCommand } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/context.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { option, optionalArgument } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readText, sentence } from '../../cli/values.ts';

const nameCharactersMax = 100;
const wordCharactersMax = 500;

/** Of one route, or of all. */
type Checked = CheckedRoute | { ready: boolean; routes: CheckedRoute[] };

export const command = defineCommand({
  name: 'golive',
  summary: 'Say what is missing before a route carries real money.',
  details:
    'Makes a connection test, lists what the route has been seen to do, and shows the address for notices of its provider. Without ROUTE all routes stand in a line each. What no program can see is confirmed by name, and kept in the audit log. Exit code 1 while something is missing.',
  arguments: {
    name: optionalArgument('ROUTE', 'Name of the route; without it all routes.', readText),
  },
  options: {
    confirm: option('ITEM', 'Confirm this item of the list.', readText),
    by: option('NAME', 'Who stands for it.', sentence(nameCharactersMax)),
    word: option('TEXT', 'What was agreed, with whom, and when.', sentence(wordCharactersMax)),
  },
  examples: ['WAVE_SN', 'WAVE_SN --confirm contract --by "Awa Ndiaye" --word "signed 3 November"'],
  check({ name, confirm, by, word }) {
    if (confirm === undefined ? by !== undefined || word !== undefined : !by || !word)
      throw new UsageError('--confirm, --by and --word go together');
    if (confirm !== undefined && name === undefined)
      throw new UsageError('--confirm is about one route: name it');
  },
  async run(context, { name, confirm, by, word }): Promise<Checked> {
    const { database, who } = context;
    const catalogue = await loadCatalogue(database, await context.routeSettings());
    if (name === undefined) return checkAll(context, catalogue.routes);
    const route = catalogue.route(name);
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
  present: (checked) => ('routes' in checked ? presentAll(checked.routes) : presentOne(checked)),
  hasFailed: ({ ready }) => !ready,
});

async function checkAll(context: CommandContext, routes: readonly Route[]): Promise<Checked> {
  const checked: CheckedRoute[] = [];
  for (const route of routes) checked.push(await check(context, route));
  return { ready: checked.length > 0 && checked.every(({ ready }) => ready), routes: checked };
}

const missingOf = ({ items }: CheckedRoute): CheckedItem[] => items.filter(({ done }) => !done);

const presentAll = (routes: readonly CheckedRoute[]): string =>
  table(
    routes,
    {
      route: ({ route }) => route,
      connector: ({ connector }) => connector,
      state: ({ ready }) => (ready ? 'ready' : 'NOT READY'),
      missing: (checked) =>
        missingOf(checked)
          .map(({ id }) => id)
          .join(' '),
    },
    'There is no route yet: import a catalogue.',
  );

const presentOne = (checked: CheckedRoute): string =>
  [
    table(
      checked.items,
      {
        item: ({ id }) => id,
        state: ({ done }) => (done ? 'ok' : 'MISSING'),
        what: ({ text }) => text.en,
        detail: ({ detail }) => detail.en,
      },
      '',
    ),
    '',
    ...(checked.noticeUrl === null ? [] : [`Notices of the provider: ${checked.noticeUrl}`]),
    checked.ready
      ? `Route ${checked.route} is ready.`
      : `Route ${checked.route} is not ready: ${missingOf(checked).length} missing.`,
  ].join('\n');

function refusalOf(items: readonly CheckedItem[], confirm: string): string | null {
  const found = items.find(({ id }) => id === confirm);
  if (found === undefined)
    return `there is no item ${confirm}; there are ${items.map(({ id }) => id).join(', ')}`;
  return found.confirmable ? null : `${confirm} cannot be confirmed: ${found.detail.en}`;
}

function check(context: CommandContext, route: Route): Promise<CheckedRoute> {
  const { database, publicUrl, noticeUrl } = context;
  return context.withConnectors('catalogue', async (document, deps) => {
    const { connectors } = await context.routeSettings();
    const steps = await tryConfigured({ ...deps, session: database }, document, route.name);
    return checkRoute({ database, connectors, publicUrl, noticeUrl }, document, route, steps ?? []);
  });
}
