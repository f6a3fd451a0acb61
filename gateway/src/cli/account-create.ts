// `jokko account create`: a new developer account with its first key.

import { createAccount } from '../domain/accounts/index.ts';
import { readActivation, readAmount, readArguments, readCurrency, readLanguage } from './arguments.ts';
import { Refusal, UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const options = {
  name: { type: 'string' },
  currency: { type: 'string', default: 'XOF' },
  fund: { type: 'string' },
  activate: { type: 'string', default: 'none' },
  language: { type: 'string', default: 'fr' },
} as const;

export const command: Command = {
  usage: 'account create --name NAME [--currency XOF] [--fund AMOUNT] [--activate all|none|CODE,…] [--language fr|en]',
  run(args, output) {
    const { values } = readArguments(args, options);
    const { name } = values;
    if (name === undefined || name.trim() === '') throw new UsageError('--name is needed');
    const currency = readCurrency(values.currency);
    const account = {
      name,
      currency,
      language: readLanguage(values.language),
      fundMinor: values.fund === undefined ? 0n : readAmount(values.fund, currency),
      activate: readActivation(values.activate),
    };
    return withInstallation(async ({ database, secrets }) => {
      const created = await createAccount(database, secrets, account);
      if (!created.ok) throw new Refusal(`the catalogue has no ${created.unknownServices.join(', ')}; no account was made`);
      const { accountId, apiKey, webhookSecret } = created;
      output.result(
        { accountId, apiKey, webhookSecret },
        () => `account         ${accountId}\nAPI key         ${apiKey}\nwebhook secret  ${webhookSecret}`,
      );
      return 0;
    });
  },
};
