// How are persons kept? The statements of the noun.

import type { Session, Statement } from '../../db/database.ts';
import { contextOf } from '../secrets/index.ts';
import type { Secrets } from '../secrets/index.ts';
import { emailKey } from './email.ts';

export type Language = 'fr' | 'en';

export interface PersonRow {
  id: number;
  email: string;
  name: string;
  passwordHash: string | null;
  disabled: boolean;
  hasTotp: boolean;
  passkeys: number;
  isOperator: boolean;
}

const columns = `p.id, p.email, p.name, p.password_hash as "passwordHash", p.disabled_at is not null as disabled, p.totp_sealed is not null as "hasTotp",
  (select count(*) from passkey k where k.person_id = p.id)::integer as passkeys,
  exists (select from membership m where m.person_id = p.id and m.side = 'operator' and m.ended_at is null) as "isOperator"`;
const selectByEmail: Statement = { name: 'select_person_by_email', text: `select ${columns} from person p where p.email_key = $1` };
const selectById: Statement = { name: 'select_person', text: `select ${columns} from person p where p.id = $1` };
const insertPerson: Statement = {
  name: 'insert_person',
  text: `insert into person (email, email_key, name, language, password_hash) values ($1, $2, $3, $4, $5)
    on conflict (email_key) do nothing returning id`,
};
const updatePassword: Statement = { name: 'update_password', text: 'update person set password_hash = $2 where id = $1' };
const updateProfile: Statement = {
  name: 'update_person_profile',
  text: `update person set language = coalesce($2, language), name = coalesce($3, name), theme = coalesce($4, theme),
      time_zone = coalesce($5, time_zone) where id = $1`,
};
const selectTotp: Statement = {
  name: 'select_totp',
  text: 'select totp_sealed as sealed, totp_pending_sealed as pending from person where id = $1',
};
const setPending: Statement = { name: 'set_pending_totp', text: 'update person set totp_pending_sealed = $2 where id = $1' };
const setTotp: Statement = {
  name: 'set_totp',
  text: 'update person set totp_sealed = $2, totp_pending_sealed = null, totp_step = $3 where id = $1',
};
const takeStep: Statement = {
  name: 'take_totp_step',
  text: 'update person set totp_step = $2 where id = $1 and totp_step < $2 and totp_sealed is not null returning 1',
};
const setDisabled: Statement = {
  name: 'set_person_disabled',
  text: 'update person set disabled_at = case when $2 then coalesce(disabled_at, jokko_now()) end where id = $1',
};

export async function findPersonByEmail(session: Session, email: string): Promise<PersonRow | null> {
  return (await session.query<PersonRow>(selectByEmail, [emailKey(email)]))[0] ?? null;
}

export async function findPerson(session: Session, personId: number): Promise<PersonRow | null> {
  return (await session.query<PersonRow>(selectById, [personId]))[0] ?? null;
}

/** The new person's id; null when somebody has the address. */
export async function storePerson(
  session: Session,
  person: { email: string; name: string; language: Language; passwordHash: string },
): Promise<number | null> {
  const values = [person.email, emailKey(person.email), person.name, person.language, person.passwordHash];
  return (await session.query<{ id: number }>(insertPerson, values))[0]?.id ?? null;
}

export async function storePassword(session: Session, personId: number, passwordHash: string): Promise<void> {
  await session.query(updatePassword, [personId, passwordHash]);
}

export interface Profile {
  language?: Language | undefined;
  name?: string | undefined;
  theme?: 'light' | 'dark' | 'system' | undefined;
  timeZone?: string | undefined;
}

export async function storeProfile(session: Session, personId: number, { language, name, theme, timeZone }: Profile): Promise<void> {
  await session.query(updateProfile, [personId, language ?? null, name ?? null, theme ?? null, timeZone ?? null]);
}

/** The TOTP secrets of a person: in force, and begun but not confirmed. */
export async function loadTotp(
  session: Session,
  secrets: Secrets,
  personId: number,
): Promise<{ inForce: string | null; pending: string | null }> {
  const [row] = await session.query<{ sealed: Buffer | null; pending: Buffer | null }>(selectTotp, [personId]);
  const open = (sealed: Buffer | null | undefined, column: 'totp_sealed' | 'totp_pending_sealed') =>
    sealed == null ? null : secrets.unseal(sealed, contextOf('person', column, personId));
  return { inForce: open(row?.sealed, 'totp_sealed'), pending: open(row?.pending, 'totp_pending_sealed') };
}

export async function storePendingTotp(session: Session, secrets: Secrets, personId: number, secret: string): Promise<void> {
  await session.query(setPending, [personId, secrets.seal(secret, contextOf('person', 'totp_pending_sealed', personId))]);
}

/** `step`: of the code that confirmed it, which does not count again. Null removes the secret. */
export async function storeTotp(session: Session, secrets: Secrets, personId: number, totp: { secret: string; step: number } | null) {
  const sealed = totp === null ? null : secrets.seal(totp.secret, contextOf('person', 'totp_sealed', personId));
  await session.query(setTotp, [personId, sealed, totp?.step ?? 0]);
}

/** True once for each step, and never for an earlier one. */
export async function takeTotpStep(session: Session, personId: number, step: number): Promise<boolean> {
  return (await session.query(takeStep, [personId, step])).length > 0;
}

export async function storeDisabled(session: Session, personId: number, disabled: boolean): Promise<void> {
  await session.query(setDisabled, [personId, disabled]);
}
