// `jokko webhook-secret rotate`: a new secret for the webhook signatures of callbacks; for a while the old one signs besides it.

import { rotateWebhookSecret } from '../domain/accounts/index.ts';
import { readArguments, readDuration, readId } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'webhook-secret rotate ID [--overlap 24h]',
  run(args, output) {
    const { values, positionals } = readArguments(args, { overlap: { type: 'string', default: '24h' } }, ['ID']);
    const accountId = readId(positionals[0]);
    const overlapMs = readDuration('--overlap', values.overlap);
    return withInstallation(async ({ database, secrets }) => {
      const webhookSecret = await rotateWebhookSecret(database, secrets, accountId, overlapMs);
      if (webhookSecret === null) throw new Refusal(`there is no account ${accountId}`);
      output.result({ webhookSecret }, () => webhookSecret);
      return 0;
    });
  },
};
