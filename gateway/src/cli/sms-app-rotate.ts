// `jokko sms-app rotate`: a new key for an SMS application; the old one goes on for a while or ends at once.

import { rotateApp } from '../domain/sms/index.ts';
import { readAppId, readArguments, readDuration } from './arguments.ts';
import { withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { refuseApp } from './sms-app.ts';

export const command: Command = {
  usage: 'sms-app rotate APP [--overlap 24h]',
  run(args, output) {
    const { values, positionals } = readArguments(args, { overlap: { type: 'string', default: '24h' } }, ['APP']);
    const app = readAppId(positionals[0]);
    const overlapMs = readDuration('--overlap', values.overlap);
    return withInstallation(async ({ config, database, secrets }) => {
      const rotated = await rotateApp(database, secrets, app.ofMode(config.mode), overlapMs);
      if (!rotated.ok) return refuseApp(rotated);
      output.result({ appId: rotated.appId, appKey: rotated.appKey, overlapMs }, () => rotated.appKey);
      return 0;
    });
  },
};
