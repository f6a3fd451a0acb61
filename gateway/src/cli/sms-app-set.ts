// `jokko sms-app set`: settings of an SMS application, for what it sends from now on.

import { callbackAddressProblem } from '../domain/callbacks/index.ts';
import { setApp, type SmsAppSettings } from '../domain/sms/index.ts';
import { guardOf } from '../receivers.ts';
import { readAppId, readArguments, readSwitch, readWhole } from './arguments.ts';
import { UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';
import { presentApp, refuseApp, tellApp } from './sms-app.ts';

const options = {
  transliterate: { type: 'string' },
  'parts-max': { type: 'string' },
  'validity-minutes': { type: 'string' },
  'duplicate-window': { type: 'string' },
  quiet: { type: 'string' },
  'inbound-url': { type: 'string' },
} as const;

const partsMax = 255;
const validityMinutesMax = 7 * 24 * 60;
const windowSecondsMax = 7 * 86_400;

export const command: Command = {
  usage:
    'sms-app set APP [--transliterate on|off] [--parts-max N] [--validity-minutes N] [--duplicate-window SECONDS|off] [--quiet 20:00-08:00|off] [--inbound-url URL|off]',
  run(args, output) {
    const { values, positionals } = readArguments(args, options, ['APP']);
    const app = readAppId(positionals[0]);
    const settings: SmsAppSettings = {};
    if (values.transliterate !== undefined) settings.transliterate = readSwitch('transliterate', values.transliterate);
    if (values['parts-max'] !== undefined) settings.partsMax = readFromOne('--parts-max', values['parts-max'], partsMax);
    const validity = values['validity-minutes'];
    if (validity !== undefined) settings.validityMinutes = readFromOne('--validity-minutes', validity, validityMinutesMax);
    const window = values['duplicate-window'];
    if (window !== undefined)
      settings.duplicateWindowSeconds = window === 'off' ? null : readFromOne('--duplicate-window', window, windowSecondsMax);
    if (values.quiet !== undefined) settings.quiet = values.quiet === 'off' ? null : readQuiet(values.quiet);
    const url = values['inbound-url'];
    if (url !== undefined) settings.inboundUrl = url === 'off' ? null : url;
    if (Object.keys(settings).length === 0) throw new UsageError('say what to set');
    return withInstallation(async ({ config, database }) => {
      const { inboundUrl = null } = settings;
      const policy = { guard: guardOf(config, config.publicUrl), httpAllowed: config.mode === 'sandbox' };
      const problem = inboundUrl === null ? null : callbackAddressProblem(inboundUrl, policy);
      if (problem === 'notHttps') throw new UsageError(`${inboundUrl} must use https`);
      if (problem !== null) throw new UsageError(`${inboundUrl} is no address that inbound messages may go to`);
      const changed = await setApp(database, app.ofMode(config.mode), settings);
      if (!changed.ok) return refuseApp(changed);
      output.result(presentApp(changed.app), () => tellApp(changed.app));
      return 0;
    });
  },
};

function readFromOne(name: string, text: string, maximum: number): number {
  const value = readWhole(name, text, maximum);
  if (value === 0) throw new UsageError(`${name} takes a whole number from 1 to ${maximum}`);
  return value;
}

function readQuiet(text: string): { from: string; until: string } {
  const time = '([01]\\d|2[0-3]):[0-5]\\d';
  const [from = '', until = ''] = text.split('-');
  if (!new RegExp(`^${time}-${time}$`).test(text) || from === until)
    throw new UsageError('--quiet takes two times of the day such as 20:00-08:00, or off');
  return { from, until };
}
