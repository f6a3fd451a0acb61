// The command that says what is missing before a route carries real money, or an SMS connection
// real messages, and takes a user's word for what no program can see.

import { tryConfigured } from '../connection-tests/index.ts';
import {
  checkConnection,
  checkRoute,
  confirmItem,
  connectionKey,
  listConnections,
  type CheckedConnection,
  type CheckedItem,
  type CheckedRoute,
  type ConfirmationKey,
} from './index.ts';
import { loadCatalogue } from '../../payments/catalogue/index.ts';
import { defineCommand } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/context.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { flag, option, optionalArgument } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readText, sentence } from '../../cli/values.ts';

const nameCharactersMax = 100;
const wordCharactersMax = 500;

type CheckedOne = CheckedRoute | CheckedConnection;
/** What was checked of one route or connection, or of all. */
type Checked =
  | CheckedOne
  | { ready: boolean; routes: CheckedRoute[] }
  | { ready: boolean; links: CheckedConnection[] };

/** What a list is of. */
interface Subject<One> {
  name: string;
  check(): Promise<One>;
  key(): Promise<ConfirmationKey>;
}

export const command = defineCommand({
  name: 'golive',
  summary: 'Say what a route or SMS connection lacks to go live.',
  details:
    'Makes a connection test, lists what the route has been seen to do, and shows the address for notices of its provider. Without NAME all routes stand in a line each, or all SMS connections with --sms. What no program can see is confirmed by name, and kept in the audit log. Exit code 1 while something is missing.',
  arguments: {
    name: optionalArgument('NAME', 'Name of the route; without it all routes.', readText),
  },
  options: {
    sms: flag('NAME is an SMS connection.'),
    confirm: option('ITEM', 'Confirm this item of the list.', readText),
    by: option('NAME', 'Who stands for it.', sentence(nameCharactersMax)),
    word: option('TEXT', 'What was agreed, with whom, and when.', sentence(wordCharactersMax)),
  },
  examples: [
    'WAVE_SN',
    'WAVE_SN --confirm contract --by "Awa Ndiaye" --word "signed 3 November"',
    'INFOBIP-SN --sms',
  ],
  check({ name, confirm, by, word }) {
    if (confirm === undefined ? by !== undefined || word !== undefined : !by || !word)
      throw new UsageError('--confirm, --by and --word go together');
    if (confirm !== undefined && name === undefined)
      throw new UsageError('--confirm is about one route or connection: name it');
  },
  async run(context, { name, sms, confirm, by, word }): Promise<Checked> {
    if (name === undefined)
      return sms
        ? checkAll(await connectionSubjects(context), (links) => ({ links }))
        : checkAll(await routeSubjects(context), (routes) => ({ routes }));
    const subjects: Subject<CheckedOne>[] = await (sms ? connectionSubjects : routeSubjects)(
      context,
    );
    const subject = subjects.find((each) => each.name === name);
    if (subject === undefined)
      throw new Refusal(`there is no usable ${sms ? 'carrier connection' : 'route'} ${name}`);
    const checked = await subject.check();
    if (confirm === undefined) return checked;
    const refusal = refusalOf(checked.items, confirm);
    if (refusal !== null) throw new Refusal(refusal);
    const given = { item: confirm, confirmedBy: by!, word: word! };
    await confirmItem(context.database, context.who, { ...(await subject.key()), ...given });
    return subject.check();
  },
  present(checked) {
    if ('routes' in checked)
      return presentAll('route', checked.routes, 'There is no route yet: import a catalogue.');
    if ('links' in checked)
      return presentAll('connection', checked.links, 'No carrier connections.');
    return presentOne(checked);
  },
  hasFailed: ({ ready }) => !ready,
});

async function checkAll<One extends CheckedOne, All>(
  subjects: readonly Subject<One>[],
  listed: (all: One[]) => All,
): Promise<All & { ready: boolean }> {
  const all: One[] = [];
  for (const subject of subjects) all.push(await subject.check());
  return { ready: all.length > 0 && all.every(({ ready }) => ready), ...listed(all) };
}

const missingOf = ({ items }: CheckedOne): CheckedItem[] => items.filter(({ done }) => !done);
const nameOf = (checked: CheckedOne): string =>
  'route' in checked ? checked.route : checked.connection;

const presentAll = (
  column: 'route' | 'connection',
  all: readonly CheckedOne[],
  nothing: string,
): string =>
  table(
    all,
    {
      [column]: nameOf,
      connector: ({ connector }) => connector,
      state: ({ ready }) => (ready ? 'ready' : 'NOT READY'),
      missing: (checked) =>
        missingOf(checked)
          .map(({ id }) => id)
          .join(' '),
    },
    nothing,
  );

const presentOne = (checked: CheckedOne): string =>
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
      ? `${titleOf(checked)} is ready.`
      : `${titleOf(checked)} is not ready: ${missingOf(checked).length} missing.`,
  ].join('\n');

const titleOf = (checked: CheckedOne): string =>
  `${'route' in checked ? 'Route' : 'Connection'} ${nameOf(checked)}`;

function refusalOf(items: readonly CheckedItem[], confirm: string): string | null {
  const found = items.find(({ id }) => id === confirm);
  if (found === undefined)
    return `there is no item ${confirm}; there are ${items.map(({ id }) => id).join(', ')}`;
  return found.confirmable ? null : `${confirm} cannot be confirmed: ${found.detail.en}`;
}

async function routeSubjects(context: CommandContext): Promise<Subject<CheckedRoute>[]> {
  const { database, publicUrl, noticeUrl } = context;
  const settings = await context.routeSettings();
  const { connectors } = settings;
  return (await loadCatalogue(database, settings)).routes.map((route) => ({
    name: route.name,
    check: () =>
      context.withConnectors('catalogue', async (document, deps) => {
        const steps = await tryConfigured({ ...deps, session: database }, document, route.name);
        const how = { database, connectors, publicUrl, noticeUrl };
        return checkRoute(how, document, route, steps ?? []);
      }),
    key: () => Promise.resolve({ route: route.name, counterparty: route.counterparty }),
  }));
}

async function connectionSubjects(context: CommandContext): Promise<Subject<CheckedConnection>[]> {
  const { database, publicUrl, smsNoticeUrl } = context;
  const how = {
    database,
    publicUrl,
    smsNoticeUrl,
    smsSettings: await context.connectionSettings(),
  };
  return (await listConnections(how)).map((connection) => ({
    name: connection.name,
    check: () =>
      context.withConnectors('sms-routing', async (document, deps) => {
        const { name } = connection;
        const steps = await tryConfigured({ ...deps, session: database }, document, name);
        return checkConnection(how, connection, steps ?? []);
      }),
    key: () => connectionKey(how, connection.name),
  }));
}
