// Stores accounts and their services. Reads for requests are in the modules that serve them.

import { tenThousandthsPerUnit } from '@jokko/contract';
import type { Session, Statement } from '../../platform/db/database.ts';

export type Language = 'fr' | 'en';

const takeAccountId: Statement = {
  name: 'take_account_id',
  text: `select nextval(pg_get_serial_sequence('account', 'id'))::integer as id`,
};
const insertAccount: Statement = {
  name: 'insert_account',
  text: `insert into account (id, name, language, currency, webhook_secret_sealed) overriding system
    value values ($1, $2, $3, $4, $5)`,
};
const insertBalance: Statement = {
  name: 'insert_empty_balance',
  text: `insert into balance (account_id, currency) values ($1, $2) on conflict do nothing`,
};
const selectCatalogueCodes: Statement = {
  name: 'select_catalogue_codes',
  text: `select service ->> 'code' as code
         from (select document from catalogue order by version desc limit 1) newest,
           json_array_elements(newest.document -> 'services') service`,
};
const updateSettings: Statement = {
  name: 'update_account_settings',
  text: `update account set callback_grace_ms = coalesce($2, callback_grace_ms),
    mirror_fields = coalesce($3, mirror_fields),
           language = coalesce($4, language), allow_http_callbacks = coalesce($5,
             allow_http_callbacks),
           rate_limit = case when $6 then $7 else rate_limit end,
             sms_accept_without_plus = coalesce($8, sms_accept_without_plus),
           parks_payouts = coalesce($9, parks_payouts), operation_max = case when $10 then $11
             else operation_max end
         where id = $1`,
};
const selectAccount: Statement = {
  name: 'select_account_settings',
  text: `select id, name, language, currency, suspended, allow_http_callbacks, rate_limit,
    callback_grace_ms, mirror_fields,
           sms_accept_without_plus, parks_payouts, operation_max
         from account where id = $1`,
};
const selectFirstAccount: Statement = {
  name: 'select_first_account',
  text: `select id from account order by id limit 1`,
};
const selectWebhookSecret: Statement = {
  name: 'select_webhook_secret',
  text: `select webhook_secret_sealed as sealed from account where id = $1`,
};

export interface AccountRow {
  id: number;
  name: string;
  language: Language;
  currency: string;
  suspended: boolean;
  allow_http_callbacks: boolean;
  rate_limit: number | null;
  callback_grace_ms: number;
  mirror_fields: boolean;
  sms_accept_without_plus: boolean;
  parks_payouts: boolean;
  /** Ten-thousandths of the currency unit. */
  operation_max: bigint | null;
}

/** Absent settings stay as they are. */
export interface AccountSettings {
  callbackGraceMs?: number;
  mirrorFields?: boolean;
  language?: Language;
  allowHttpCallbacks?: boolean;
  /** Calls a second; 0: no limit; null: what the installation says. */
  rateLimit?: number | null;
  /** Numbers without plus in SMS requests (rule X3). */
  smsAcceptWithoutPlus?: boolean;
  /** Payouts wait while their operator is down; otherwise they are refused. */
  parksPayouts?: boolean;
  /**
   * The largest amount of one operation in the account's currency, in whole units; null: what the
   * service says.
   */
  operationMax?: number | null;
}

export async function takeAccountNumber(session: Session): Promise<number> {
  const [row] = await session.query<{ id: number }>(takeAccountId);
  return row!.id;
}

export async function storeAccount(
  session: Session,
  account: {
    id: number;
    name: string;
    language: Language;
    currency: string;
    webhookSecretSealed: Buffer;
  },
): Promise<void> {
  await session.query(insertAccount, [
    account.id,
    account.name,
    account.language,
    account.currency,
    account.webhookSecretSealed,
  ]);
  await session.query(insertBalance, [account.id, account.currency]);
}

export async function loadCatalogueCodes(session: Session): Promise<string[]> {
  const rows = await session.query<{ code: string }>(selectCatalogueCodes);
  return rows.map((row) => row.code);
}

export async function storeSettings(
  session: Session,
  accountId: number,
  settings: AccountSettings,
): Promise<void> {
  const {
    callbackGraceMs = null,
    mirrorFields = null,
    language = null,
    allowHttpCallbacks = null,
    smsAcceptWithoutPlus = null,
    parksPayouts = null,
    operationMax = null,
  } = settings;
  const rate = [settings.rateLimit !== undefined, settings.rateLimit ?? null];
  await session.query(updateSettings, [
    accountId,
    callbackGraceMs,
    mirrorFields,
    language,
    allowHttpCallbacks,
    ...rate,
    smsAcceptWithoutPlus,
    parksPayouts,
    settings.operationMax !== undefined,
    operationMax === null ? null : BigInt(operationMax) * tenThousandthsPerUnit,
  ]);
}

/** In whole units, as it was set. */
export const operationMaxOf = ({ operation_max }: AccountRow): number | null =>
  operation_max === null ? null : Number(operation_max / tenThousandthsPerUnit);

/** Null when there is no such account. */
export async function loadAccount(session: Session, accountId: number): Promise<AccountRow | null> {
  const [row] = await session.query<AccountRow>(selectAccount, [accountId]);
  return row ?? null;
}

export async function loadFirstAccountId(session: Session): Promise<number | null> {
  const [row] = await session.query<{ id: number }>(selectFirstAccount);
  return row?.id ?? null;
}

export async function loadWebhookSecret(
  session: Session,
  accountId: number,
): Promise<Buffer | null> {
  const [row] = await session.query<{ sealed: Buffer }>(selectWebhookSecret, [accountId]);
  return row?.sealed ?? null;
}
