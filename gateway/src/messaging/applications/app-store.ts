// Stores SMS apps. What a request needs of an app is in app-directory.ts.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface SmsAppRow {
  id: number;
  account_id: number;
  name: string;
  last_four: string;
  transliterate: boolean;
  parts_max: number;
  validity_minutes: number;
  duplicate_window_seconds: number | null;
  /** "20:00-08:00" */
  quiet: string | null;
  inbound_url: string | null;
  report_url: string | null;
  created_at: Date;
  revoked_at: Date | null;
  /** Until when the key before the last rotation is valid; null when there is none. */
  old_key_until: Date | null;
}

/** Absent settings stay as they are. */
export interface SmsAppSettings {
  transliterate?: boolean;
  partsMax?: number;
  validityMinutes?: number;
  /** Null: equal messages are not looked for. */
  duplicateWindowSeconds?: number | null;
  /** Local times of the recipient's country, "20:00"; null: none. */
  quiet?: { from: string; until: string } | null;
  /** Null: inbound messages are kept only. */
  inboundUrl?: string | null;
  /** Null: delivery reports are not pushed. */
  reportUrl?: string | null;
}

const columns = `id, account_id, name, last_four, transliterate, parts_max,
  (extract(epoch from validity) / 60)::integer as validity_minutes,
  extract(epoch from duplicate_window)::integer as duplicate_window_seconds,
  to_char(quiet_from, 'HH24:MI') || '-' || to_char(quiet_until, 'HH24:MI') as quiet, inbound_url,
    report_url, created_at, revoked_at,
  case when old_key_until > jokko_now() then old_key_until end as old_key_until`;

const takeId: Statement = {
  name: 'take_sms_app_id',
  text: `select nextval(pg_get_serial_sequence('sms_app', 'id'))::integer as id`,
};
const insertApp: Statement = {
  name: 'insert_sms_app',
  text: `insert into sms_app (id, account_id, name, key_hash, last_four, key_sealed) overriding
    system value values ($1, $2, $3, $4, $5, $6)`,
};
const replaceKey: Statement = {
  name: 'replace_sms_app_key',
  text: `
    update sms_app set old_key_hash = case when $2::bigint > 0 then key_hash end,
      old_key_until = case when $2::bigint > 0 then jokko_now() + $2::bigint
        * interval '1 millisecond' end,
      key_hash = $3, last_four = $4, key_sealed = $5
    where id = $1`,
};
const revoke: Statement = {
  name: 'revoke_sms_app',
  text: `update sms_app set revoked_at = jokko_now() where id = $1 and revoked_at is null
    returning id`,
};
const updateSettings: Statement = {
  name: 'update_sms_app_settings',
  text: `
    update sms_app set transliterate = coalesce($2, transliterate),
      parts_max = coalesce($3, parts_max),
      validity = coalesce($4::integer * interval '1 minute', validity),
      duplicate_window = case when $5 then $6::integer * interval '1 second'
        else duplicate_window end,
      quiet_from = case when $7 then $8::time else quiet_from end, quiet_until = case
        when $7 then $9::time else quiet_until end,
      inbound_url = case when $10 then $11 else inbound_url end, report_url = case when $12 then $13
        else report_url end
    where id = $1`,
};
const selectApp: Statement = {
  name: 'select_sms_app',
  text: `select ${columns} from sms_app where id = $1`,
};
const selectApps: Statement = {
  name: 'select_sms_apps',
  text: `select ${columns} from sms_app where account_id = $1 order by id`,
};
const selectShown: Statement = {
  name: 'select_shown_sms_app_key',
  text: `select id, key_sealed as sealed from sms_app where account_id = $1 and revoked_at is null
    and key_sealed is not null order by id limit 1`,
};
const selectSealed: Statement = {
  name: 'select_sealed_sms_app_key',
  text: `select key_sealed as sealed from sms_app where id = $1 and revoked_at is null`,
};

export interface KeptKey {
  hash: Buffer;
  lastFour: string;
  sealed: Buffer | null;
}

export async function takeAppId(session: Session): Promise<number> {
  const [row] = await session.query<{ id: number }>(takeId);
  return row!.id;
}

export async function storeApp(
  session: Session,
  app: { id: number; accountId: number; name: string; key: KeptKey },
): Promise<void> {
  await session.query(insertApp, [
    app.id,
    app.accountId,
    app.name,
    app.key.hash,
    app.key.lastFour,
    app.key.sealed,
  ]);
}

/** The old key goes on for `overlapMs`; 0: not at all. */
export async function storeKey(
  session: Session,
  appId: number,
  overlapMs: number,
  key: KeptKey,
): Promise<void> {
  await session.query(replaceKey, [appId, overlapMs, key.hash, key.lastFour, key.sealed]);
}

/** False when it was revoked before. */
export async function storeRevocation(session: Session, appId: number): Promise<boolean> {
  return (await session.query(revoke, [appId])).length > 0;
}

export async function storeAppSettings(
  session: Session,
  appId: number,
  settings: SmsAppSettings,
): Promise<void> {
  const {
    transliterate = null,
    partsMax = null,
    validityMinutes = null,
    duplicateWindowSeconds,
    quiet,
    inboundUrl,
    reportUrl,
  } = settings;
  const window = [duplicateWindowSeconds !== undefined, duplicateWindowSeconds ?? null];
  const times = [quiet !== undefined, quiet?.from ?? null, quiet?.until ?? null];
  const inbound = [inboundUrl !== undefined, inboundUrl ?? null];
  const reports = [reportUrl !== undefined, reportUrl ?? null];
  await session.query(updateSettings, [
    appId,
    transliterate,
    partsMax,
    validityMinutes,
    ...window,
    ...times,
    ...inbound,
    ...reports,
  ]);
}

export async function loadApp(session: Session, appId: number): Promise<SmsAppRow | null> {
  const [row] = await session.query<SmsAppRow>(selectApp, [appId]);
  return row ?? null;
}

/** All apps of an account, revoked ones included, the oldest first. */
export function loadApps(session: Session, accountId: number): Promise<SmsAppRow[]> {
  return session.query<SmsAppRow>(selectApps, [accountId]);
}

/** The key of the account's first app, where it can be shown again (sandbox). */
export async function loadShownAppKey(
  session: Session,
  accountId: number,
): Promise<{ id: number; sealed: Buffer } | null> {
  const [row] = await session.query<{ id: number; sealed: Buffer }>(selectShown, [accountId]);
  return row ?? null;
}

/** The sealed key of an app that is not revoked; null where it was not kept. */
export async function loadSealedAppKey(session: Session, appId: number): Promise<Buffer | null> {
  const [row] = await session.query<{ sealed: Buffer | null }>(selectSealed, [appId]);
  return row?.sealed ?? null;
}
