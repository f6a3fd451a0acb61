// `jokko blacklist list`: who is shut out of status look-ups at present (rule S2).

import { loadBlocks, type Block } from '../domain/lookups/index.ts';
import { readArguments } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'blacklist list',
  run(args, output) {
    readArguments(args, {});
    return withInstallation(async ({ database }) => {
      const entries = (await loadBlocks(database)).map(present);
      output.result({ entries }, () => (entries.length === 0 ? 'nobody is on the blacklist' : entries.map(lineOf).join('\n')));
      return 0;
    });
  },
};

/** `accountId` null: calls without a key. Times on the installation's clock. */
export function present({ address, accountId, blockedAt, blockedUntil, refusals, withinMs }: Block) {
  return {
    address,
    accountId: accountId === 0 ? null : accountId,
    blockedAt: blockedAt.toISOString(),
    blockedUntil: blockedUntil.toISOString(),
    refusals,
    withinMs,
  };
}

export function lineOf({ address, accountId, blockedUntil, refusals, withinMs }: ReturnType<typeof present>): string {
  const why = refusals === null || withinMs === null ? '' : `  (${refusals} refused look-ups within ${withinMs / 1_000} s)`;
  return `${address}  ${accountId === null ? 'without a key' : `account ${accountId}`}  until ${blockedUntil}${why}`;
}
