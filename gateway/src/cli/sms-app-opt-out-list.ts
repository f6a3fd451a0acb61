// `jokko sms-app opt-out list`: who gets no messages of an application any more, and who said so.

import { listOptOuts } from '../domain/sms/index.ts';
import { readAppId, readArguments, readWhole } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { appOfOptOuts } from './sms-app.ts';
import { readNumber } from './sms-number.ts';

const limitMax = 100_000;

export const command: Command = {
  usage: 'sms-app opt-out list APP [--after NUMBER] [--limit 100]',
  run(args, output) {
    const { values, positionals } = readArguments(args, { after: { type: 'string' }, limit: { type: 'string' } }, ['APP']);
    const app = readAppId(positionals[0]);
    const after = values.after === undefined ? '0' : readNumber(values.after);
    const limit = readWhole('--limit', values.limit ?? '100', limitMax);
    return withInstallation(async ({ config, database }) => {
      const { id, appId } = await appOfOptOuts(database, app, config.mode);
      const optOuts = (await listOptOuts(database, id, after, limit)).map(({ msisdn, source, created_at: createdAt }) => ({
        ...{ number: `+${msisdn}`, source, createdAt },
      }));
      const tell = ({ number, source, createdAt }: (typeof optOuts)[number]) => `${number}  ${source}  ${createdAt.toISOString()}`;
      output.result({ appId, optOuts }, () => optOuts.map(tell).join('\n') || 'no opt-outs');
      return 0;
    });
  },
};
