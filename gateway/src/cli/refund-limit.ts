// `jokko refund-limit`: from which amount on a refund in the portal needs two persons; of one account, or of the installation.

import { parseAmount, toDecimalString } from '@jokko/contract';
import { readRefundLimits, setRefundLimit } from '../domain/refunds/index.ts';
import { readArguments, readId } from './arguments.ts';
import { Refusal, UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const decimalsKept = 4;

export const command: Command = {
  usage: 'refund-limit [AMOUNT|off] [--account ID]',
  run(args, output) {
    const words = args[0]?.startsWith('-') === false ? ['AMOUNT'] : [];
    const { values, positionals } = readArguments(args, { account: { type: 'string' } }, words);
    const accountId = values.account === undefined ? null : readId(values.account);
    const [text] = positionals;
    const limit = text === undefined || text === 'off' ? null : parseAmount(text, decimalsKept);
    if (text !== undefined && text !== 'off' && (limit === null || limit < 0n))
      throw new UsageError(`${text} is neither an amount nor off`);
    return withInstallation(async ({ database }) => {
      if (text !== undefined && !(await setRefundLimit(database, { kind: 'command' }, accountId, limit))) {
        throw new Refusal(`there is no account ${accountId}`);
      }
      const limits = await readRefundLimits(database, accountId);
      const say = (amount: bigint | null) => (amount === null ? null : toDecimalString(amount));
      const told = { accountId, account: say(limits.account), installation: say(limits.installation) };
      const inForce = told.account ?? told.installation;
      output.result(told, () => (inForce === null ? 'one person may refund any amount' : `above ${inForce} two persons refund`));
      return 0;
    });
  },
};
