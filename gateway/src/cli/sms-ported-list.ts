// `jokko sms ported list`: numbers that are with another operator than their prefix says.

import { listPorted } from '../domain/sms-routing/index.ts';
import { readArguments, readWhole } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { readNumber } from './sms-number.ts';

const limitMax = 100_000;

export const command: Command = {
  usage: 'sms ported list [--after NUMBER] [--limit 100]',
  run(args, output) {
    const { values } = readArguments(args, { after: { type: 'string' }, limit: { type: 'string' } });
    const after = values.after === undefined ? '0' : readNumber(values.after);
    const limit = readWhole('--limit', values.limit ?? '100', limitMax);
    return withInstallation(async ({ database }) => {
      const numbers = (await listPorted(database, after, limit)).map(({ msisdn, operator }) => ({ number: `+${msisdn}`, operator }));
      output.result({ numbers }, () =>
        numbers.length === 0 ? 'no ported numbers' : numbers.map(({ number, operator }) => `${number}  ${operator}`).join('\n'),
      );
      return 0;
    });
  },
};
