// `jokko sms ported remove`: from now on a number is with the operator of its prefix again.

import { removePorted } from '../domain/sms-routing/index.ts';
import { readArguments } from './arguments.ts';
import { Refusal, withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { readNumber } from './sms-number.ts';

export const command: Command = {
  usage: 'sms ported remove NUMBER',
  run(args, output) {
    const number = readNumber(readArguments(args, {}, ['NUMBER']).positionals[0]);
    return withInstallation(async ({ database }) => {
      if (!(await removePorted(database, number))) throw new Refusal(`+${number} is not ported`);
      output.result({ number: `+${number}` }, () => `+${number} is with the operator of its prefix again`);
      return 0;
    });
  },
};
