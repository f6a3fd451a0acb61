// The command of webhook secrets, which sign callbacks.

import { revealWebhookSecret, rotateWebhookSecret } from './index.ts';
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

const show = defineCommand({
  name: 'show',
  summary: 'Print the webhook secret of a sandbox account.',
  details:
    'Receivers verify `webhook-signature` with it. In rehearsal and live mode the portal shows it to a user with a second factor: Signatures.',
  arguments: { accountId: accountArgument },
  cellOf: cellOfAccount,
  async run({ mode, database, secrets, who }, { accountId }) {
    if (mode !== 'sandbox')
      throw new Refusal(
        `in ${mode} mode only the portal shows it (Signatures), to a user with a second factor`,
      );
    const webhookSecret = await revealWebhookSecret({ database, secrets }, who, accountId);
    if (webhookSecret === null) throw new Refusal(`there is no account ${accountId}`);
    return { webhookSecret };
  },
  present: ({ webhookSecret }) => webhookSecret,
});

export const commands = [rotate, show];
