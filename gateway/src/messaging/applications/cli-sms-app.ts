// The commands of SMS applications. A live key is shown when it is created and never again (rule
// C2).

import { suggestions } from '@jokko/contract';
import {
  createApp,
  listApps,
  revokeApp,
  rotateApp,
  setApp,
  showKeyOfApp,
  type SmsAppSettings,
} from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { accountArgument, option, overlapOption, type ValuesOf } from '../../cli/parameters.ts';
import { orOff, readName, readSwitch, readText, wholeNumber } from '../../cli/values.ts';
import { appArgument, presentApp, refusalOf, requireApp, tableOfApps } from './cli-sms-app-apps.ts';
import { optOutCommands } from './cli-sms-app-opt-outs.ts';

const partsMax = 255;
const validityMinutesMax = 7 * 24 * 60;
const windowSecondsMax = 7 * 86_400;

const create = defineCommand({
  name: 'create',
  summary: 'Create an SMS application with its own key.',
  arguments: { accountId: accountArgument },
  options: {
    name: option(
      'NAME',
      'Name of the application.',
      (text, name) => {
        const read = readName(text, name);
        if (read === '') throw new UsageError(`${name} must not be empty`);
        return read;
      },
      'SMS',
    ),
  },
  async run({ database, secrets }, { accountId, name }) {
    const created = await createApp(database, secrets, accountId, name);
    if (!created.ok) throw new Refusal(`there is no account ${accountId}`);
    const { appId, appKey } = created;
    return { accountId, appId, appKey, name };
  },
  present: ({ appKey }) => appKey,
});

const list = defineCommand({
  name: 'list',
  summary: 'List the SMS applications of an account with their settings, without their keys.',
  arguments: { accountId: accountArgument },
  async run({ database }, { accountId }) {
    const apps = await listApps(database, accountId);
    if (apps === null) throw new Refusal(`there is no account ${accountId}`);
    return { accountId, apps: apps.map(presentApp) };
  },
  present: ({ apps }) => tableOfApps(apps),
});

function readQuiet(text: string, name: string): { from: string; until: string } {
  const time = '([01]\\d|2[0-3]):[0-5]\\d';
  const [from = '', until = ''] = text.split('-');
  if (!new RegExp(`^${time}-${time}$`).test(text) || from === until)
    throw new UsageError(`${name} takes two times of the day such as 20:00-08:00, or off`);
  return { from, until };
}

const settingsOptions = {
  transliterate: option('on|off', 'Replace letters that cost extra parts.', readSwitch),
  partsMax: option('N', 'Maximum number of parts of a text.', wholeNumber(partsMax, 1)),
  validityMinutes: option(
    'N',
    'How long carriers try to deliver.',
    wholeNumber(validityMinutesMax, 1),
  ),
  duplicateWindow: option(
    'SECONDS|off',
    'Reject an identical message to the same recipient within this time.',
    orOff(wholeNumber(windowSecondsMax, 1)),
  ),
  quiet: option(
    '20:00-08:00|off',
    "Hours of the recipient's country in which nothing is sent.",
    orOff(readQuiet),
  ),
  inboundUrl: option('URL|off', 'Where inbound messages are sent.', orOff(readText)),
  reportUrl: option('URL|off', 'Where delivery reports are sent.', orOff(readText)),
};

function settingsOf({
  duplicateWindow: duplicateWindowSeconds,
  ...same
}: ValuesOf<typeof settingsOptions>): SmsAppSettings {
  const given = { ...same, duplicateWindowSeconds };
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  ) as SmsAppSettings;
}

const set = defineCommand({
  name: 'set',
  summary: 'Change the settings of an SMS application, for messages sent from now on.',
  arguments: { app: appArgument },
  options: settingsOptions,
  examples: ['js_test_7 --parts-max 3 --quiet 20:00-08:00'],
  check({ app: _, ...given }) {
    if (Object.keys(settingsOf(given)).length === 0)
      throw new UsageError('nothing to change: give at least one option');
  },
  async run({ mode, database, callbackAddressProblem }, { app, ...given }) {
    const settings = settingsOf(given);
    const httpAllowed = mode === 'sandbox';
    for (const url of [settings.inboundUrl ?? null, settings.reportUrl ?? null]) {
      const problem = url === null ? null : await callbackAddressProblem(url, { httpAllowed });
      if (problem !== null)
        throw new UsageError(
          `messages may not be sent to ${url}. ${suggestions.en.address[problem.reason]}`,
        );
    }
    return presentApp(requireApp(await setApp(database, app.ofMode(mode), settings)));
  },
  present: (app) => tableOfApps([app]),
});

const showKey = defineCommand({
  name: 'show-key',
  summary: 'Print the key of a sandbox application again.',
  details: 'Keys of rehearsal and live mode are shown once, when they are created.',
  arguments: { app: appArgument },
  async run({ mode, database, secrets }, { app }) {
    if (mode !== 'sandbox')
      throw new Refusal('such a key is shown once, when it is created: use `jokko sms-app rotate`');
    const shown = await showKeyOfApp(database, secrets, app.ofMode(mode));
    if (shown === null) throw new Refusal('there is no such SMS application, or it is revoked');
    return shown;
  },
  present: ({ appKey }) => appKey,
});

const rotate = defineCommand({
  name: 'rotate',
  summary: 'Replace the key of an SMS application with a new one.',
  arguments: { app: appArgument },
  options: { overlap: overlapOption },
  async run({ mode, database, secrets }, { app, overlap: overlapMs }) {
    const rotated = await rotateApp(database, secrets, app.ofMode(mode), overlapMs);
    if (!rotated.ok) throw refusalOf(rotated.refusal);
    return { appId: rotated.appId, appKey: rotated.appKey, overlapMs };
  },
  present: ({ appKey }) => appKey,
});

const revoke = defineCommand({
  name: 'revoke',
  summary: 'Revoke an SMS application immediately, on all nodes.',
  details: 'Messages that it had accepted are still sent.',
  arguments: { app: appArgument },
  run: async ({ mode, database }, { app }) =>
    presentApp(requireApp(await revokeApp(database, app.ofMode(mode)))),
  present: ({ appId }) => `${appId} was revoked.`,
});

export const commands = [
  create,
  list,
  set,
  showKey,
  rotate,
  revoke,
  { name: 'opt-out', summary: 'Manage the opt-outs of an application.', commands: optOutCommands },
];
