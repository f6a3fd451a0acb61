// `jokko sms-app create`: an SMS application of an account, with a key of its own. A live key is shown here and never again.

import { createApp } from '../domain/sms/index.ts';
import { readArguments, readId, readName } from './arguments.ts';
import { Refusal, UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'sms-app create ACCOUNT [--name NAME]',
  run(args, output) {
    const { values, positionals } = readArguments(args, { name: { type: 'string', default: 'SMS' } }, ['ACCOUNT']);
    const accountId = readId(positionals[0]);
    const name = readName(values.name);
    if (name === '') throw new UsageError('--name takes at least one character');
    return withInstallation(async ({ database, secrets }) => {
      const created = await createApp(database, secrets, accountId, name);
      if (!created.ok) throw new Refusal(`there is no account ${accountId}`);
      const { appId, appKey } = created;
      output.result({ accountId, appId, appKey, name }, () => appKey);
      return 0;
    });
  },
};
