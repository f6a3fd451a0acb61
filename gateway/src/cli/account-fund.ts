// `jokko account fund`: the operator adds money to a developer's balance.

import { toDecimalString } from '@jokko/contract';
import { fundAccount } from '../domain/ledger/index.ts';
import { loadAccount } from '../domain/accounts/index.ts';
import { readAmount, readArguments, readCurrency, readId } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const options = { currency: { type: 'string' }, note: { type: 'string', default: 'funded by the operator' } } as const;

export const command: Command = {
  usage: 'account fund ID AMOUNT [--currency XOF] [--note TEXT]',
  run(args, output) {
    const { values, positionals } = readArguments(args, options, ['ID', 'AMOUNT']);
    const accountId = readId(positionals[0]);
    const given = values.currency === undefined ? null : readCurrency(values.currency);
    return withInstallation(async ({ database }) => {
      const account = await loadAccount(database, accountId);
      if (account === null) throw new Refusal(`there is no account ${accountId}`);
      const currency = given ?? account.currency;
      const amountMinor = readAmount(positionals[1] ?? '', currency);
      await fundAccount(database, { accountId, currency, amountMinor, note: values.note });
      const amount = toDecimalString(amountMinor);
      output.result({ accountId, currency, amount }, () => `account ${accountId} was funded with ${amount} ${currency}`);
      return 0;
    });
  },
};
