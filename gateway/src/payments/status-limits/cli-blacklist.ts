// The commands of the blacklist: callers that are blocked from status queries (rule S2).

import { loadBlocks, readAddressGroup, releaseBlocks, type Block } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { argument, option } from '../../cli/parameters.ts';
import { table } from '../../cli/table.ts';
import { readAccountId } from '../../cli/values.ts';

/** `accountId` null: calls without a key. Times are those of the installation's clock. */
function present({ address, accountId, blockedAt, blockedUntil, refusals, withinMs }: Block) {
  return {
    address,
    accountId: accountId === 0 ? null : accountId,
    blockedAt: blockedAt.toISOString(),
    blockedUntil: blockedUntil.toISOString(),
    refusals,
    withinMs,
  };
}

const tableOf = (entries: ReturnType<typeof present>[]): string =>
  table(
    entries,
    {
      address: ({ address }) => address,
      account: ({ accountId }) => accountId ?? 'without a key',
      'blocked until': ({ blockedUntil }) => blockedUntil,
      'rejected queries': ({ refusals, withinMs }) =>
        refusals === null || withinMs === null ? '' : `${refusals} within ${withinMs / 1_000} s`,
    },
    'The blacklist is empty.',
  );

const list = defineCommand({
  name: 'list',
  summary: 'List the callers that are blocked at present.',
  run: async ({ database }) => ({ entries: (await loadBlocks(database)).map(present) }),
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
  async run({ database }, { address, account = null }) {
    const released = (await releaseBlocks(database, address, account)).map(present);
    if (released.length === 0)
      throw new Refusal(
        `the blacklist has no entry of ${address}${account === null ? '' : ` for account ${account}`}`,
      );
    return { released };
  },
  present: ({ released }) => `Unblocked:\n\n${tableOf(released)}`,
});

export const commands = [list, release];
