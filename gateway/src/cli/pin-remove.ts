// `jokko pin remove`: a receiver's key is no longer one that it may show.

import { removePin } from '../domain/pins/index.ts';
import { readArguments, readId } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { readHost, readPinText } from './pin-add.ts';

export const command: Command = {
  usage: 'pin remove ACCOUNT HOST[:PORT] PIN',
  run(args, output) {
    const { positionals } = readArguments(args, {}, ['ACCOUNT', 'HOST', 'PIN']);
    const accountId = readId(positionals[0]);
    const host = readHost(positionals[1]);
    const pin = readPinText(positionals[2]);
    return withInstallation(async ({ database }) => {
      const removed = await removePin(database, accountId, host, pin);
      if (removed === null) throw new Refusal(`account ${accountId} has no such pin for ${host}`);
      output.result({ accountId, host, pin, pins: removed.left }, () =>
        removed.left === 0
          ? `the last pin of ${host} is removed: any key with a valid certificate is accepted now`
          : `removed; ${host} has ${removed.left} left`,
      );
      return 0;
    });
  },
};
