// Stores users.

import type { Session, Statement } from '../../platform/db/database.ts';
import { contextOf } from '../../platform/secrets/index.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { emailKey } from './email.ts';
import { mustHaveFactor } from './must-have-factor.ts';

export type Language = 'fr' | 'en';

export interface UserRow {
  id: number;
  email: string;
  name: string;
  passwordHash: string | null;
  disabled: boolean;
  hasTotp: boolean;
  passkeys: number;
  /** Enters with a second factor alone, and keeps one. */
  mustHaveFactor: boolean;
}

const columns = `p.id, p.email, p.name, p.password_hash as "passwordHash",
  p.disabled_at is not null as disabled, p.totp_sealed is not null as "hasTotp",
  (select count(*) from passkey k where k.user_id = p.id)::integer as passkeys,
  ${mustHaveFactor('p.id')} as "mustHaveFactor"`;
const selectByEmail: Statement = {
  name: 'select_user_by_email',
  text: `select ${columns} from portal_user p where p.email_key = $1`,
};
const selectById: Statement = {
  name: 'select_user',
  text: `select ${columns} from portal_user p where p.id = $1`,
};
const insertUser: Statement = {
  name: 'insert_user',
  text: `insert into portal_user (email, email_key, name, language, password_hash)
    values ($1, $2, $3, $4, $5)
    on conflict (email_key) do nothing returning id`,
};
const updatePassword: Statement = {
  name: 'update_password',
  text: 'update portal_user set password_hash = $2 where id = $1',
};
const updateProfile: Statement = {
  name: 'update_user_profile',
  text: `update portal_user set language = coalesce($2, language), name = coalesce($3, name),
    theme = coalesce($4, theme),
      time_zone = coalesce($5, time_zone) where id = $1`,
};
const selectTotp: Statement = {
  name: 'select_totp',
  text: 'select totp_sealed as sealed, totp_pending_sealed as pending, now() as now from portal_user where id = $1',
};
const setPending: Statement = {
  name: 'set_pending_totp',
  text: 'update portal_user set totp_pending_sealed = $2 where id = $1',
};
const setTotp: Statement = {
  name: 'set_totp',
  text: 'update portal_user set totp_sealed = $2, totp_pending_sealed = null, totp_step = $3 where id = $1',
};
const takeStep: Statement = {
  name: 'take_totp_step',
  text: 'update portal_user set totp_step = $2 where id = $1 and totp_step < $2 and totp_sealed is not null returning 1',
};
const setDisabled: Statement = {
  name: 'set_user_disabled',
  text: 'update portal_user set disabled_at = case when $2 then coalesce(disabled_at, jokko_now()) end where id = $1',
};

export async function findUserByEmail(session: Session, email: string): Promise<UserRow | null> {
  return (await session.query<UserRow>(selectByEmail, [emailKey(email)]))[0] ?? null;
}

export async function findUser(session: Session, userId: number): Promise<UserRow | null> {
  return (await session.query<UserRow>(selectById, [userId]))[0] ?? null;
}

/** The new user's id; null when the address is taken. */
export async function storeUser(
  session: Session,
  user: { email: string; name: string; language: Language; passwordHash: string },
): Promise<number | null> {
  const values = [user.email, emailKey(user.email), user.name, user.language, user.passwordHash];
  return (await session.query<{ id: number }>(insertUser, values))[0]?.id ?? null;
}

export async function storePassword(
  session: Session,
  userId: number,
  passwordHash: string,
): Promise<void> {
  await session.query(updatePassword, [userId, passwordHash]);
}

export interface Profile {
  language?: Language | undefined;
  name?: string | undefined;
  theme?: 'light' | 'dark' | 'system' | undefined;
  timeZone?: string | undefined;
}

export async function storeProfile(
  session: Session,
  userId: number,
  { language, name, theme, timeZone }: Profile,
): Promise<void> {
  await session.query(updateProfile, [
    userId,
    language ?? null,
    name ?? null,
    theme ?? null,
    timeZone ?? null,
  ]);
}

/**
 * The TOTP secrets of a user: in force, and begun but not confirmed. `nowMs` is real time, whatever
 * the sandbox's clock says: phones know no other.
 */
export async function loadTotp(
  session: Session,
  secrets: Secrets,
  userId: number,
): Promise<{ inForce: string | null; pending: string | null; nowMs: number }> {
  const [row] = await session.query<{
    sealed: Buffer | null;
    pending: Buffer | null;
    now: Date;
  }>(selectTotp, [userId]);
  const open = (
    sealed: Buffer | null | undefined,
    column: 'totp_sealed' | 'totp_pending_sealed',
  ) => (sealed == null ? null : secrets.unseal(sealed, contextOf('portal_user', column, userId)));
  return {
    inForce: open(row?.sealed, 'totp_sealed'),
    pending: open(row?.pending, 'totp_pending_sealed'),
    nowMs: row?.now.getTime() ?? 0,
  };
}

export async function storePendingTotp(
  session: Session,
  secrets: Secrets,
  userId: number,
  secret: string,
): Promise<void> {
  await session.query(setPending, [
    userId,
    secrets.seal(secret, contextOf('portal_user', 'totp_pending_sealed', userId)),
  ]);
}

/** `step`: of the code that confirmed it, which does not count again. Null removes the secret. */
export async function storeTotp(
  session: Session,
  secrets: Secrets,
  userId: number,
  totp: { secret: string; step: number } | null,
) {
  const sealed =
    totp === null
      ? null
      : secrets.seal(totp.secret, contextOf('portal_user', 'totp_sealed', userId));
  await session.query(setTotp, [userId, sealed, totp?.step ?? 0]);
}

/** True once for each step, and never for an earlier one. */
export async function takeTotpStep(
  session: Session,
  userId: number,
  step: number,
): Promise<boolean> {
  return (await session.query(takeStep, [userId, step])).length > 0;
}

export async function storeDisabled(
  session: Session,
  userId: number,
  disabled: boolean,
): Promise<void> {
  await session.query(setDisabled, [userId, disabled]);
}
