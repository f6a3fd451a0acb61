// Stores pins and seen certificates.

import type { Session, Statement } from '../../platform/db/database.ts';

export interface StoredPin {
  host: string;
  pin: string;
  label: string | null;
  addedAt: Date;
}

/** A certificate that a receiver has just shown. */
export interface ShownCertificate {
  accountId: number;
  /** With its port. */
  host: string;
  pin: string;
  /** Empty in certificates that bear their names apart. */
  subject: string;
  issuer: string;
  expiresAt: Date;
  /** How long ago, in ms. */
  shownAgoMs: number;
}

/** A key that a receiver has shown, with the last certificate for it. */
export interface SeenCertificate extends Omit<ShownCertificate, 'shownAgoMs'> {
  seenAt: Date;
  /** Whole days, on the clock that warnings go by; negative when it has ended. */
  daysLeft: number;
  /** No other key was shown by the host since. */
  isPresent: boolean;
}

const insertPin: Statement = {
  name: 'insert_callback_pin',
  text: `insert into callback_pin (account_id, host, pin, label)
    values ($1, $2, decode($3, 'base64'), $4)
    on conflict (account_id, host, pin) do update set label = coalesce(excluded.label,
      callback_pin.label)`,
};
const deletePin: Statement = {
  name: 'delete_callback_pin',
  text: `delete from callback_pin where account_id = $1 and host = $2 and pin = decode($3, 'base64')
    returning 1`,
};
const selectPins: Statement = {
  name: 'select_callback_pins',
  text: `select host, encode(pin, 'base64') as pin, label, added_at as "addedAt" from callback_pin
    where account_id = $1 order by host, added_at, pin`,
};
const selectPinsWithVersion: Statement = {
  name: 'select_callback_pins_with_version',
  text: `select a.version,
      (select json_agg(json_build_object('host', p.host, 'pin', encode(p.pin, 'base64')))
        from callback_pin p where p.account_id = a.id) as pins
    from account a where a.id = $1`,
};
const selectCertificates: Statement = {
  name: 'select_callback_certificates',
  text: `select account_id as "accountId", host, encode(pin, 'base64') as pin, subject, issuer,
    expires_at as "expiresAt", seen_at as "seenAt",
      floor(extract(epoch from expires_at - jokko_now()) / 86400)::integer as "daysLeft",
      seen_at = max(seen_at) over (partition by host) as "isPresent"
    from callback_certificate where account_id = $1 order by host, seen_at desc`,
};

export async function addPin(
  session: Session,
  accountId: number,
  { host, pin, label }: { host: string; pin: string; label: string | null },
) {
  await session.query(insertPin, [accountId, host, pin, label]);
}

/** False when there is no such pin. */
export async function dropPin(
  session: Session,
  accountId: number,
  host: string,
  pin: string,
): Promise<boolean> {
  return (await session.query(deletePin, [accountId, host, pin])).length > 0;
}

export function loadPins(session: Session, accountId: number): Promise<StoredPin[]> {
  return session.query<StoredPin>(selectPins, [accountId]);
}

/** Null when there is no such account. */
export async function loadPinsWithVersion(session: Session, accountId: number) {
  interface Row {
    version: number;
    pins: { host: string; pin: string }[] | null;
  }
  const [row] = await session.query<Row>(selectPinsWithVersion, [accountId]);
  return row === undefined ? null : { version: row.version, pins: row.pins ?? [] };
}

/** The keys that receivers of an account have shown, the latest first for each host. */
export function loadCertificates(session: Session, accountId: number): Promise<SeenCertificate[]> {
  return session.query<SeenCertificate>(selectCertificates, [accountId]);
}

// What was shown last is the truth, an earlier end too. Two nodes may write in another order than
// they saw. `xmax` is 0 in a row that this statement has made: a key that the host has not shown
// before, and the others are older ones.
const recordCertificates: Statement = {
  name: 'record_callback_certificates',
  text: `
    insert into callback_certificate as c (account_id, host, pin, subject, issuer, expires_at,
      seen_at)
    select a, h, decode(p, 'base64'), s, i, e, jokko_now() - w * interval '1 millisecond'
    from json_to_recordset($1::json) as g(a integer, h text, p text, s text, i text, e timestamptz,
      w double precision)
    on conflict (account_id, host, pin) do update set
      subject = excluded.subject, issuer = excluded.issuer, seen_at = excluded.seen_at,
        expires_at = excluded.expires_at
      where excluded.seen_at >= c.seen_at
    returning account_id as "accountId", host, encode(pin, 'base64') as pin,
      xmax::text = '0' and exists (
        select from callback_certificate o where o.account_id = c.account_id and o.host = c.host
          and o.pin <> c.pin) as "isNewKey"`,
};

/**
 * Writes what was seen; one entry for each (account, host, pin). Answers those whose host had only
 * shown other keys before.
 */
export async function saveCertificates(session: Session, shown: readonly ShownCertificate[]) {
  interface Row {
    accountId: number;
    host: string;
    pin: string;
    isNewKey: boolean;
  }
  const rows = shown.map(({ accountId, host, pin, subject, issuer, expiresAt, shownAgoMs }) => ({
    a: accountId,
    h: host,
    p: pin,
    s: subject,
    i: issuer,
    e: expiresAt,
    w: shownAgoMs,
  }));
  return (await session.query<Row>(recordCertificates, [JSON.stringify(rows)])).filter(
    ({ isNewKey }) => isNewKey,
  );
}

// The row decides which node warns: each threshold once, whoever comes first. Only what a host
// showed last is warned of, not the key that it had before. A later end than any that was warned of
// begins anew; a host whose machines show two certificates in turn does not.
const warnStatement: Statement = {
  name: 'warn_of_callback_certificates',
  text: `
    with due as materialized (
      select account_id, host, pin, expires_at,
        case when expires_at < jokko_now() + interval '3 days' then 3
          when expires_at < jokko_now() + interval '14 days' then 14 else 30 end as days
      from callback_certificate c
      where expires_at < jokko_now() + interval '30 days'
        and expires_at > jokko_now() - interval '30 days'
        and seen_at > jokko_now() - interval '30 days'
        and not exists (
          select from callback_certificate o where o.account_id = c.account_id and o.host = c.host
            and o.seen_at > c.seen_at)
    )
    update callback_certificate c set warned_days = due.days, warned_for = greatest(c.warned_for,
      due.expires_at) from due
    where c.account_id = due.account_id and c.host = due.host and c.pin = due.pin
      and (c.warned_days is null or c.warned_for is null or c.warned_days > due.days
        or c.expires_at > c.warned_for)
    returning c.account_id as "accountId", c.host, c.expires_at as "expiresAt",
      c.warned_days as days`,
};

export interface ExpiryWarning {
  accountId: number;
  host: string;
  expiresAt: Date;
  /** The threshold that was passed: 30, 14 or 3. */
  days: number;
}

/**
 * Marks and answers the certificates that have come within 30, 14 or 3 days of their end since the
 * last time.
 */
export function takeExpiryWarnings(session: Session): Promise<ExpiryWarning[]> {
  return session.query<ExpiryWarning>(warnStatement);
}

const forgetStatement: Statement = {
  name: 'forget_callback_certificates',
  text: `delete from callback_certificate where (account_id, host, pin) in (
      select account_id, host, pin from callback_certificate
        where seen_at < jokko_now() - interval '90 days' order by seen_at limit $1)
    returning 1`,
};

/** Removes keys that no receiver has presented for 90 days. Returns the number. */
export async function purgeCertificates(session: Session, max: number): Promise<number> {
  return (await session.query(forgetStatement, [max])).length;
}
