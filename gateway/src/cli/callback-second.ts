// `jokko callback second`: the address to which an account is told of CANCELED and REFUNDED (rule C1).

import { loadAccount, setSecondCallback } from '../domain/accounts/index.ts';
import { callbackAddressProblem } from '../domain/callbacks/index.ts';
import { guardOf } from '../receivers.ts';
import { readArguments, readId } from './arguments.ts';
import { Refusal, UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

export const command: Command = {
  usage: 'callback second ACCOUNT URL|off',
  run(args, output) {
    const { positionals } = readArguments(args, {}, ['ACCOUNT', 'URL|off']);
    const accountId = readId(positionals[0]);
    const url = positionals[1] === 'off' ? null : positionals[1]!;
    return withInstallation(async ({ config, database }) => {
      const account = await loadAccount(database, accountId);
      if (account === null) throw new Refusal(`there is no account ${accountId}`);
      const policy = { guard: guardOf(config, config.publicUrl), httpAllowed: config.mode === 'sandbox' || account.allow_http_callbacks };
      const problem = url === null ? null : callbackAddressProblem(url, policy);
      if (problem === 'notHttps') throw new UsageError(`${url} must use https`);
      if (problem !== null) throw new UsageError(`${url} is no address that callbacks may go to`);
      await setSecondCallback(database, accountId, url);
      output.result({ accountId, secondCallbackUrl: url }, () =>
        url === null
          ? `account ${accountId} is not told of CANCELED and REFUNDED any more`
          : `account ${accountId} is told of CANCELED and REFUNDED at ${url}`,
      );
      return 0;
    });
  },
};
