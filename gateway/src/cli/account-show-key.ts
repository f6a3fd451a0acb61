// `jokko account show-key`: a sandbox key once more. Live keys are never shown again (rule C2).

import { showKey } from '../domain/accounts/index.ts';
import { readArguments, readId } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'account show-key ID',
  run(args, output) {
    const accountId = readId(readArguments(args, {}, ['ID']).positionals[0]);
    return withInstallation(async ({ config, database, secrets }) => {
      if (config.mode === 'live') throw new Refusal('a live key is shown once, when it is made: use `jokko key rotate`');
      const apiKey = await showKey(database, secrets, accountId);
      if (apiKey === null) throw new Refusal(`account ${accountId} does not exist or has no key`);
      output.result({ accountId, apiKey }, () => apiKey);
      return 0;
    });
  },
};
