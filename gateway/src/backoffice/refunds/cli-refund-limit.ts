// The command of the refund limit: above it a refund in the portal needs two users.

import { decimalsKept, parseAmount, toDecimalString } from '@jokko/contract';
import { readRefundLimits, setRefundLimit } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { option, optionalArgument } from '../../cli/parameters.ts';
import { orOff, readAccountId } from '../../cli/values.ts';

function readLimit(text: string): bigint {
  const limit = parseAmount(text, decimalsKept);
  if (limit === null || limit < 0n) throw new UsageError(`${text} is neither an amount nor off`);
  return limit;
}

const decimalOrNull = (amount: bigint | null): string | null =>
  amount === null ? null : toDecimalString(amount);

export const command = defineCommand({
  name: 'refund-limit',
  summary: 'Show or set the amount above which a refund needs a second user.',
  details:
    'A new installation in live mode or rehearsal begins with 100000, in units of any currency, one in the sandbox with none. In the portal one user can lower the limit; raising it needs a second user.',
  arguments: { limit: optionalArgument('AMOUNT|off', 'The new limit.', orOff(readLimit)) },
  options: {
    account: option(
      'ACCOUNT',
      'The limit of this account; of all accounts by default.',
      readAccountId,
    ),
  },
  examples: ['50000', 'off --account 7'],
  async run({ database, who }, { limit, account: accountId = null }) {
    if (limit !== undefined && !(await setRefundLimit(database, who, accountId, limit)))
      throw new Refusal(`there is no account ${accountId}`);
    const limits = await readRefundLimits(database, accountId);
    return {
      accountId,
      account: decimalOrNull(limits.account),
      installation: decimalOrNull(limits.installation),
    };
  },
  present({ account, installation }) {
    const inForce = account ?? installation;
    return inForce === null
      ? 'One user may refund any amount.'
      : `Refunds above ${inForce} need a second user.`;
  },
});
