// `jokko account fund`: the operator adds money to a developer's balance.

import { toDecimalString } from '@jokko/contract';
import { changeWithAudit } from '../domain/audit/index.ts';
import { fundAccountIn } from '../domain/ledger/index.ts';
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
      const amount = toDecimalString(amountMinor);
      const facts = { amount, currency, note: values.note };
      await changeWithAudit(database, async (session) => {
        const result = await fundAccountIn(session, { accountId, currency, amountMinor, note: values.note });
        if (!result.ok) throw new Refusal(`account ${accountId} cannot be funded in ${currency}`);
        const who = { kind: 'command' } as const;
        return { result, entry: { who, action: 'account.fund', accountId, subject: `account/${accountId}`, new: facts } };
      });
      output.result({ accountId, currency, amount }, () => `account ${accountId} was funded with ${amount} ${currency}`);
      return 0;
    });
  },
};
