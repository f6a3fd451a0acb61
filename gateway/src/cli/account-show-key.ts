// `jokko account show-key`: a sandbox key once more. Live keys are never shown again (rule C2).

import { noteAudit } from '../domain/audit/index.ts';
import { showKey } from '../domain/accounts/index.ts';
import { readArguments, readId, readKeyIdArgument } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'account show-key ID [--key KEYID]',
  run(args, output) {
    const { values, positionals } = readArguments(args, { key: { type: 'string' } }, ['ID']);
    const accountId = readId(positionals[0]);
    const key = values.key === undefined ? null : readKeyIdArgument(values.key);
    return withInstallation(async ({ config, database, secrets }) => {
      if (config.mode === 'live') throw new Refusal('a live key is shown once, when it is made: use `jokko key rotate`');
      const apiKey = await showKey(database, secrets, accountId, key === null ? null : key.ofMode(config.mode));
      if (apiKey === null) throw new Refusal(`account ${accountId} does not exist or has no such key`);
      await noteAudit(database, { who: { kind: 'command' }, action: 'key.show', accountId, subject: `account/${accountId}` });
      output.result({ accountId, apiKey }, () => apiKey);
      return 0;
    });
  },
};
