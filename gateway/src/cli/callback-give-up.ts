// `jokko callback give-up`: parks before its time what waits for a receiver, with a reason that the developer sees.

import { giveUpCallbacks } from '../domain/callbacks/index.ts';
import { readArguments, readId } from './arguments.ts';
import { readLane } from './callback-filter.ts';
import { UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const reasonCharactersMax = 200;

export const command: Command = {
  usage: 'callback give-up ACCOUNT scheme://host:port --reason TEXT',
  run(args, output) {
    const { values, positionals } = readArguments(args, { reason: { type: 'string', default: '' } }, ['ACCOUNT', 'LANE']);
    const accountId = readId(positionals[0]);
    const lane = readLane(positionals[1] ?? '');
    const reason = values.reason.trim();
    if (reason === '' || reason.length > reasonCharactersMax) throw new UsageError(`--reason takes 1 to ${reasonCharactersMax} characters`);
    return withInstallation(async ({ database }) => {
      const count = await giveUpCallbacks(database, { kind: 'command' }, { accountId, lane, reason });
      output.result({ accountId, lane, count }, () => `${count} callbacks were given up; \`jokko callback replay\` takes them back`);
      return 0;
    });
  },
};
