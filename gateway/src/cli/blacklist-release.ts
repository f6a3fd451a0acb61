// `jokko blacklist release`: lets a caller look up statuses again, on all nodes at once (rule S2).

import { readAddressGroup, releaseBlocks } from '../domain/lookups/index.ts';
import { readArguments, readId } from './arguments.ts';
import { lineOf, present } from './blacklist-list.ts';
import { Refusal, UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'blacklist release ADDRESS [--account ID]',
  run(args, output) {
    const { values, positionals } = readArguments(args, { account: { type: 'string' } }, ['ADDRESS']);
    const address = readAddressGroup(positionals[0] ?? '');
    if (address === null)
      throw new UsageError(`${positionals[0]} is no address: write it as \`blacklist list\` does, or as the caller's own`);
    const accountId = values.account === undefined ? null : readId(values.account);
    return withInstallation(async ({ database }) => {
      const released = (await releaseBlocks(database, address, accountId)).map(present);
      if (released.length === 0)
        throw new Refusal(`the blacklist has no entry of ${address}${accountId === null ? '' : ` for account ${accountId}`}`);
      output.result({ released }, () => released.map((entry) => `released: ${lineOf(entry)}`).join('\n'));
      return 0;
    });
  },
};
