// `jokko account set`: settings and services of an account.

import { setAccount, switchHmac } from '../domain/accounts/index.ts';
import type { AccountChange } from '../domain/accounts/index.ts';
import { readActivation, readArguments, readId, readLanguage, readRate, readSwitch, readWhole } from './arguments.ts';
import { Refusal, UsageError, withInstallation } from './command.ts';
import type { Command } from './command.ts';

const options = {
  'callback-grace-ms': { type: 'string' },
  'mirror-fields': { type: 'string' },
  'allow-http-callbacks': { type: 'string' },
  language: { type: 'string' },
  activate: { type: 'string' },
  'rate-limit': { type: 'string' },
  hmac: { type: 'string' },
  'sms-accept-without-plus': { type: 'string' },
} as const;

const graceMaxMs = 3_600_000;

export const command: Command = {
  usage:
    'account set ID [--callback-grace-ms N] [--mirror-fields on|off] [--allow-http-callbacks on|off] [--language fr|en] [--activate all|none|CODE,…] [--hmac on|off] [--rate-limit N/s|off|default] [--sms-accept-without-plus on|off]',
  run(args, output) {
    const { values, positionals } = readArguments(args, options, ['ID']);
    const accountId = readId(positionals[0]);
    const change: AccountChange = {};
    const grace = values['callback-grace-ms'];
    if (grace !== undefined) change.callbackGraceMs = readWhole('--callback-grace-ms', grace, graceMaxMs);
    if (values['mirror-fields'] !== undefined) change.mirrorFields = readSwitch('mirror-fields', values['mirror-fields']);
    const http = values['allow-http-callbacks'];
    if (http !== undefined) change.allowHttpCallbacks = readSwitch('allow-http-callbacks', http);
    const withoutPlus = values['sms-accept-without-plus'];
    if (withoutPlus !== undefined) change.smsAcceptWithoutPlus = readSwitch('sms-accept-without-plus', withoutPlus);
    if (values.language !== undefined) change.language = readLanguage(values.language);
    if (values.activate !== undefined) change.activate = readActivation(values.activate);
    if (values['rate-limit'] !== undefined) change.rateLimit = readRate('--rate-limit', values['rate-limit']);
    const hmac = values.hmac === undefined ? null : readSwitch('hmac', values.hmac);
    if (Object.keys(change).length === 0 && hmac === null) throw new UsageError('say what to set');
    return withInstallation(async ({ database, secrets }) => {
      const changed = await setAccount(database, accountId, change);
      if (!changed.ok) {
        throw new Refusal(
          changed.refusal === 'unknown account' ? `there is no account ${accountId}` : `the catalogue has no ${changed.codes.join(', ')}`,
        );
      }
      const switched = hmac === null ? null : await switchHmac(database, secrets, accountId, hmac);
      const hmacSecret = switched?.ok === true ? switched.hmacSecret : null;
      const { id, name, language, currency, allow_http_callbacks, callback_grace_ms, mirror_fields, rate_limit, sms_accept_without_plus } =
        changed.account;
      const settings = {
        allowHttpCallbacks: allow_http_callbacks,
        callbackGraceMs: callback_grace_ms,
        mirrorFields: mirror_fields,
        rateLimit: rate_limit,
        smsAcceptWithoutPlus: sms_accept_without_plus,
      };
      output.result(
        {
          accountId: id,
          name,
          language,
          currency,
          ...settings,
          ...(hmac === null ? {} : { hmac }),
          ...(hmacSecret === null ? {} : { hmacSecret }),
        },
        () => `account ${id} (${name}) is set${sayHmac(hmac, hmacSecret)}`,
      );
      return 0;
    });
  },
};

function sayHmac(hmac: boolean | null, hmacSecret: string | null): string {
  if (hmacSecret !== null)
    return `\nHMAC secret  ${hmacSecret}\nFrom now on its POST requests must be signed. The secret is not shown again.`;
  return hmac === true ? '\nHMAC was on already; `jokko hmac rotate` makes a new secret.' : '';
}
