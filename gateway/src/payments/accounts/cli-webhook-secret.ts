// The command of webhook secrets, which sign callbacks.

import { rotateWebhookSecret } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal } from '../../cli/errors.ts';
import { accountArgument, overlapOption, cellOfAccount } from '../../cli/parameters.ts';

const rotate = defineCommand({
  name: 'rotate',
  summary: 'Create a new webhook secret.',
  details: 'Callbacks carry signatures of both secrets until the overlap ends.',
  arguments: { accountId: accountArgument },
  options: { overlap: overlapOption },
  cellOf: cellOfAccount,
  async run({ database, secrets }, { accountId, overlap }) {
    const webhookSecret = await rotateWebhookSecret(database, secrets, accountId, overlap);
    if (webhookSecret === null) throw new Refusal(`there is no account ${accountId}`);
    return { webhookSecret };
  },
  present: ({ webhookSecret }) => webhookSecret,
});

export const commands = [rotate];
