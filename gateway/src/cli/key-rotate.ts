// `jokko key rotate`: a new key; the old ones go on for a while, or end at once.

import { rotateKey } from '../domain/accounts/index.ts';
import { readArguments, readDuration, readId } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'key rotate ID [--overlap 24h]',
  run(args, output) {
    const { values, positionals } = readArguments(args, { overlap: { type: 'string', default: '24h' } }, ['ID']);
    const accountId = readId(positionals[0]);
    const overlapMs = readDuration('--overlap', values.overlap);
    return withInstallation(async ({ database, secrets }) => {
      const apiKey = await rotateKey(database, secrets, accountId, overlapMs);
      if (apiKey === null) throw new Refusal(`there is no account ${accountId}`);
      output.result({ apiKey }, () => apiKey);
      return 0;
    });
  },
};
