// The commands of the blacklist: callers that are blocked from status queries (rule S2).

import type { RouteAnswer } from '@jokko/contract/portal';
import { readAddressGroup } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import type { CommandContext } from '../../cli/context.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { argument, option } from '../../cli/parameters.ts';
import { callRoute } from '../../cli/portal-command.ts';
import { table } from '../../cli/table.ts';
import { readAccountId } from '../../cli/values.ts';
import { blacklistHandlers } from './http-blacklist.ts';

type Entries = RouteAnswer<'GET operator/blacklist'>['items'];

const readEntries = async (context: CommandContext): Promise<Entries> => {
  const handlers = blacklistHandlers(context.database);
  return (await callRoute(context, { handlers, route: 'GET operator/blacklist', given: {} })).items;
};

const tableOf = (entries: Entries): string =>
  table(
    entries,
    {
      address: ({ address }) => address,
      account: ({ accountId }) => accountId ?? 'without a key',
      'blocked until': ({ blockedUntil }) => blockedUntil,
      'rejected queries': ({ reason }) =>
        reason && `${reason.refusals} within ${reason.withinSeconds} s`,
    },
    'The blacklist is empty.',
  );

const list = defineCommand({
  name: 'list',
  summary: 'List callers that are blocked.',
  run: async (context) => ({ entries: await readEntries(context) }),
  present: ({ entries }) => tableOf(entries),
});

const release = defineCommand({
  name: 'release',
  summary: 'Unblock a caller, on all nodes.',
  details: 'An IPv6 address stands for its /64 network.',
  arguments: {
    address: argument('ADDRESS', "The caller's IP address.", (text) => {
      const address = readAddressGroup(text);
      if (address === null)
        throw new UsageError(`no address: ${text} is neither an IPv4 nor an IPv6 address`);
      return address;
    }),
  },
  options: { account: option('ACCOUNT', 'Only the entry of this account.', readAccountId) },
  async run(context, { address, account }) {
    const released = (await readEntries(context)).filter(
      (entry) =>
        entry.address === address && (account === undefined || entry.accountId === account),
    );
    if (released.length === 0)
      throw new Refusal(
        `the blacklist has no entry of ${address}${account === undefined ? '' : ` for account ${account}`}`,
      );
    const handlers = blacklistHandlers(context.database);
    const route = 'POST operator/blacklist/release';
    for (const { accountId } of released)
      await callRoute(context, { handlers, route, given: { body: { address, accountId } } });
    return { released };
  },
  present: ({ released }) => `Unblocked:\n\n${tableOf(released)}`,
});

export const commands = [list, release];
