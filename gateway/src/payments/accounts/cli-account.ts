// The commands of accounts: create and change one, add money.

import { defined } from '@jokko/contract';
import {
  createAccount,
  fundByOperator,
  openAccount,
  operationMaxOf,
  revealKey,
  setAccount,
  switchHmac,
} from './index.ts';
import { operationMaxMax } from '@jokko/contract/portal';
import type { AccountChange } from './index.ts';
import { defineCommand } from '../../cli/command.ts';
import { Refusal, UsageError } from '../../cli/errors.ts';
import { readKeyName } from './cli-key-names.ts';
import { cellsMax, homeCell } from '../../platform/db/cell-numbers.ts';
import {
  accountArgument,
  argument,
  cellOfAccount,
  flag,
  option,
  requiredOption,
} from '../../cli/parameters.ts';
import {
  oneOf,
  readAmount,
  readCurrency,
  readServiceCodes,
  readSwitch,
  readText,
  wholeNumber,
} from '../../cli/values.ts';

const callbackGraceMaxMs = 3_600_000;
const readLanguage = oneOf(['fr', 'en']);

function readActivation(text: string, name: string): 'all' | 'none' | string[] {
  return text === 'all' || text === 'none' ? text : readServiceCodes(text, name);
}

const callsPerSecondMax = 1_000_000;

/** "50/s" is 50, "off" 0, "default" null. */
function readRate(text: string, name: string): number | null {
  if (text === 'default') return null;
  if (text === 'off') return 0;
  const calls = Number(/^([1-9]\d{0,6})\/s$/.exec(text)?.[1] ?? Number.NaN);
  if (!(calls <= callsPerSecondMax))
    throw new UsageError(
      `${name} takes a number of requests per second such as 50/s, off, or default`,
    );
  return calls;
}

function readOperationMax(text: string, name: string): number | null {
  if (text === 'off') return null;
  const units = Number(/^[1-9]\d{0,11}$/.exec(text)?.[0] ?? Number.NaN);
  if (!(units <= operationMaxMax))
    throw new UsageError(`${name} takes a whole number of currency units such as 500000, or off`);
  return units;
}

function readAccountName(text: string, name: string): string {
  if (text.trim() === '') throw new UsageError(`${name} must not be empty`);
  return text;
}

const noAccount = (accountId: number) => new Refusal(`there is no account ${accountId}`);

const create = defineCommand({
  name: 'create',
  summary: 'Create a developer account; in the sandbox with an API key.',
  details:
    'In live mode the first member makes the key in the portal (`jokko account invite`). `--with-key` prints one here instead, and the audit log says so.',
  options: {
    cell: option('N', 'Number of the cell that it is opened in.', wholeNumber(cellsMax - 1), '0'),
    name: requiredOption('NAME', 'Name of the account.', readAccountName),
    currency: option('CODE', 'Currency of its balance.', readCurrency, 'XOF'),
    fund: option('AMOUNT', 'Initial balance, in currency units.', readText),
    activate: option('all|none|CODE,…', 'Services that it may use.', readActivation, 'none'),
    language: option('fr|en', 'Language of its messages.', readLanguage, 'fr'),
    withKey: flag('Create and print an API key outside the sandbox, too.'),
  },
  examples: ['--name Boutique --fund 100000 --activate all'],
  check({ fund, currency }) {
    if (fund !== undefined) readAmount(fund, currency);
  },
  cellOf: ({ cell }) => cell,
  async run({ mode, database, secrets, who, cells }, { fund, withKey, cell, ...given }) {
    if (cell !== homeCell && !(await cells()).some(({ number }) => number === cell))
      throw new Refusal(`there is no cell ${cell}`);
    const fundMinor = fund === undefined ? 0n : readAmount(fund, given.currency);
    const account = { ...given, fundMinor };
    const created =
      mode !== 'sandbox' && !withKey
        ? { apiKey: null, ...(await openAccount(database, secrets, who, account)) }
        : await createAccount(database, secrets, account, who);
    if (!created.ok)
      throw new Refusal(
        `the catalogue has no ${created.unknownServices.join(', ')}; no account was created`,
      );
    const { accountId, apiKey, webhookSecret } = created;
    return { accountId, apiKey, webhookSecret: apiKey === null ? null : webhookSecret };
  },
  present: ({ accountId, apiKey, webhookSecret }) =>
    apiKey === null
      ? `Account  ${accountId}\n\nIt has no key yet. Invite its first member: jokko account invite ${accountId} EMAIL`
      : [
          `Account         ${accountId}`,
          `API key         ${apiKey}`,
          `Webhook secret  ${webhookSecret}`,
        ].join('\n'),
});

const settings = {
  callbackGraceMs: option(
    'N',
    'Delay before the first callback, in milliseconds.',
    wholeNumber(callbackGraceMaxMs),
  ),
  mirrorFields: option(
    'on|off',
    'Repeat status, ids and amount in callbacks, for old clients.',
    readSwitch,
  ),
  allowHttpCallbacks: option('on|off', 'Accept callback URLs without TLS.', readSwitch),
  language: option('fr|en', 'Language of its messages.', readLanguage),
  activate: option('all|none|CODE,…', 'Services that it may use.', readActivation),
  hmac: option('on|off', 'Require signed requests and sign callbacks with HMAC.', readSwitch),
  rateLimit: option(
    'N/s|off|default',
    'Requests per second that one node accepts from the account.',
    readRate,
  ),
  smsAcceptWithoutPlus: option(
    'on|off',
    'Accept SMS recipients written without the leading plus.',
    readSwitch,
  ),
  operationMax: option(
    'AMOUNT|off',
    "Largest amount of one operation in the account's currency, in whole units.",
    readOperationMax,
  ),
  parksPayouts: option(
    'on|off',
    'Let payouts wait while their operator is down; off: refuse them.',
    readSwitch,
  ),
};

const set = defineCommand({
  name: 'set',
  summary: 'Change the settings of an account.',
  details: '`--hmac on` prints the new HMAC secret once.',
  arguments: { accountId: accountArgument },
  cellOf: cellOfAccount,
  options: settings,
  examples: ['7 --activate all', '7 --hmac on --rate-limit 50/s'],
  check({ accountId: _, ...given }) {
    if (Object.values(given).every((value) => value === undefined))
      throw new UsageError('nothing to change: give at least one option');
  },
  async run({ database, secrets }, { accountId, hmac, ...given }) {
    const change = Object.fromEntries(
      Object.entries(given).filter(([, value]) => value !== undefined),
    ) as AccountChange;
    const changed = await setAccount(database, accountId, change);
    if (!changed.ok) {
      throw changed.refusal === 'unknown account'
        ? noAccount(accountId)
        : new Refusal(`the catalogue has no ${changed.codes.join(', ')}`);
    }
    const switched =
      hmac === undefined ? null : await switchHmac(database, secrets, accountId, hmac);
    const hmacSecret = switched?.ok === true ? switched.hmacSecret : null;
    const { account } = changed;
    return {
      accountId: account.id,
      name: account.name,
      language: account.language,
      currency: account.currency,
      allowHttpCallbacks: account.allow_http_callbacks,
      callbackGraceMs: account.callback_grace_ms,
      mirrorFields: account.mirror_fields,
      rateLimit: account.rate_limit,
      smsAcceptWithoutPlus: account.sms_accept_without_plus,
      parksPayouts: account.parks_payouts,
      operationMax: operationMaxOf(account),
      ...defined({ hmac, hmacSecret }),
    };
  },
  present: ({ accountId, name, hmac, hmacSecret }) =>
    [`Account ${accountId} (${name}) was changed.`, ...hmacLines(hmac, hmacSecret)].join('\n'),
});

function hmacLines(hmac: boolean | undefined, hmacSecret: string | undefined): string[] {
  if (hmacSecret !== undefined)
    return [
      `HMAC secret  ${hmacSecret}`,
      'POST requests must be signed from now on. The secret is not shown again.',
    ];
  return hmac === true
    ? ['HMAC was already on. Run `jokko hmac rotate` to create a new secret.']
    : [];
}

const fund = defineCommand({
  name: 'fund',
  summary: 'Add money to the balance of an account.',
  arguments: {
    accountId: accountArgument,
    amount: argument('AMOUNT', 'Amount to add, in currency units.', readText),
  },
  options: {
    currency: option('CODE', "Currency; the account's own by default.", readCurrency),
    note: option('TEXT', 'Note on the transfer.', readText, 'funded by the operator'),
  },
  cellOf: cellOfAccount,
  examples: ['7 50000'],
  async run({ database, who }, { accountId, currency = null, amount, note }) {
    const funded = await fundByOperator(database, who, { accountId, currency, amount, note });
    if (funded.ok) return { accountId, currency: funded.currency, amount: funded.amount };
    switch (funded.refusal) {
      case 'unknown account':
        throw noAccount(accountId);
      case 'amount':
        throw new UsageError(`${amount} is not an amount of ${funded.currency} greater than zero`);
      case 'currency':
        throw new Refusal(`account ${accountId} cannot be funded in ${funded.currency}`);
      case 'above the maximum':
        throw new Refusal(`the balance of account ${accountId} would be larger than it can be`);
    }
  },
  present: ({ accountId, currency, amount }) =>
    `Account ${accountId} was funded with ${amount} ${currency}.`,
});

const showKey = defineCommand({
  name: 'show-key',
  summary: 'Print an API key of a sandbox account again.',
  details: 'Keys of rehearsal and live mode are shown once, when they are created.',
  arguments: { accountId: accountArgument },
  options: { key: option('KEYID', 'Which key; the newest by default.', readKeyName) },
  cellOf: cellOfAccount,
  async run({ mode, database, secrets, who }, { accountId, key }) {
    if (mode !== 'sandbox')
      throw new Refusal('such a key is shown once, when it is created: use `jokko key rotate`');
    const apiKey = await revealKey({ database, secrets }, who, {
      accountId,
      keyId: key?.ofMode(mode) ?? null,
    });
    if (apiKey === null)
      throw new Refusal(`account ${accountId} does not exist or has no such key`);
    return { accountId, apiKey };
  },
  present: ({ apiKey }) => apiKey,
});

export const commands = [create, set, fund, showKey];
