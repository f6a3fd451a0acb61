// Who is it that calls? Sessions: a random token in the browser, its hash here; seen, limited in time, ended.

import { hash, randomBytes } from 'node:crypto';
import type { DeveloperRole, OperatorRole } from '@jokko/contract/portal';
import type { Session, Statement } from '../../db/database.ts';

const tokenBytes = 32;

export type Stage = 'second-factor' | 'set-up-second-factor' | 'done';
export type Membership = { id: number; countries: string[] | null } & (
  | { side: 'developer'; role: DeveloperRole; accountId: number; accountName: string }
  | { side: 'operator'; role: OperatorRole; accountId: null; accountName: null }
);

/** From where a request came, as far as sessions and the audit log keep it. */
export interface Caller {
  /** Plain; null when a proxy forwards something else. */
  address: string | null;
  agent: string;
}

export interface SignedInPerson {
  id: number;
  email: string;
  name: string;
  language: 'fr' | 'en';
  theme: 'light' | 'dark' | 'system';
  timeZone: string;
  totp: boolean;
  passkeys: number;
  recoveryCodesLeft: number;
}

export interface LiveSession {
  id: bigint;
  stage: Stage;
  /** Whether a second factor was used in it. */
  secondFactor: boolean;
  provedAt: Date;
  /** Since the last proof of who this is, in ms. */
  provedAgoMs: number;
  person: SignedInPerson;
  /** What the session works as; while an operator looks at an account, a seat there that only reads. */
  membership: Membership | null;
  /** Whether the account that it works for is suspended. */
  suspended: boolean;
  /** The account that an operator looks at, and until when: nothing can be changed meanwhile. */
  viewing: { accountId: number; until: Date } | null;
}

// Operators first, then the oldest membership: the one that a new session works as, unless another is asked for.
// Who looks at a developer's portal does so with a role that may, as the policy of that route says.
// Real time in all of it: who moves the sandbox's clock to try out 72 hours signs nobody out.
const insertSession: Statement = {
  name: 'insert_portal_session',
  text: `insert into portal_session (token_hash, person_id, membership_id, stage, second_factor, idle_until, idle, ends_at, address, agent, proved_at, started_at, seen_at)
    select $1, p.id,
      coalesce($7, (select id from membership where person_id = p.id and ended_at is null order by side desc, id limit 1)),
      $3, $4, now() + w.idle, w.idle, now() + w.whole, $5, $6, now(), now(), now()
    from person p, lateral (
      select case when o.operator then interval '1 hour' else interval '8 hours' end as idle,
        case when o.operator then interval '12 hours' else interval '7 days' end as whole
      from (select exists (select from membership where person_id = p.id and side = 'operator' and ended_at is null) as operator) as o) as w
    where p.id = $2
    returning id`,
};
const selectSession: Statement = {
  name: 'select_portal_session',
  text: `select s.id, s.stage, s.second_factor, s.proved_at, extract(epoch from now() - s.proved_at)::float8 * 1000 as proved_ago_ms,
      s.seen_at < now() - interval '1 minute' as stale,
      p.id as person_id, p.email, p.name, p.language, p.theme, p.time_zone, p.totp_sealed is not null as totp,
      (select count(*) from passkey k where k.person_id = p.id)::integer as passkeys,
      (select count(*) from recovery_code c where c.person_id = p.id and c.used_at is null)::integer as recovery_codes,
      exists (select from membership o where o.person_id = p.id and o.side = 'operator' and o.ended_at is null) as operator,
      m.id as membership_id, m.side, m.role, m.countries, m.account_id, a.name as account_name, coalesce(a.suspended, false) as suspended,
      v.id as view_account_id, v.name as view_account_name, s.view_until
    from portal_session s join person p on p.id = s.person_id
      left join membership m on m.id = s.membership_id and m.ended_at is null
      left join account a on a.id = m.account_id
      left join account v on v.id = s.view_account_id and s.view_until > jokko_now() and m.side = 'operator' and m.role in ('admin', 'support')
    where s.token_hash = $1 and s.ended_at is null and s.idle_until > now() and s.ends_at > now() and p.disabled_at is null`,
};
const touchSession: Statement = {
  name: 'touch_portal_session',
  text: `update portal_session set seen_at = now(), idle_until = now() + idle, address = $2, agent = $3
    where id = $1 and seen_at < now() - interval '1 minute'`,
};
const endByToken: Statement = {
  name: 'end_portal_session_of_token',
  text: 'update portal_session set ended_at = now() where token_hash = $1 and ended_at is null returning id',
};
const endOne: Statement = {
  name: 'end_portal_session',
  text: 'update portal_session set ended_at = now() where id = $1 and person_id = $2 and ended_at is null returning id',
};
const endOthers: Statement = {
  name: 'end_other_portal_sessions',
  text: 'update portal_session set ended_at = now() where person_id = $1 and id <> $2 and ended_at is null and ends_at > now() returning id',
};
const prove: Statement = {
  name: 'prove_portal_session',
  text: `update portal_session set proved_at = now(), second_factor = second_factor or $2 where id = $1 returning proved_at as at`,
};
const withoutFactor: Statement = {
  name: 'portal_session_without_factor',
  text: 'update portal_session set second_factor = false where id = $1',
};
const switchTo: Statement = {
  name: 'switch_portal_session',
  text: `update portal_session s set membership_id = m.id from membership m
    where s.id = $1 and m.id = $2 and m.person_id = s.person_id and m.ended_at is null returning m.id`,
};
const listLive: Statement = {
  name: 'list_portal_sessions',
  text: `select id, started_at as "startedAt", seen_at as "seenAt", address, agent from portal_session
    where person_id = $1 and ended_at is null and idle_until > now() and ends_at > now() order by seen_at desc, id desc limit 100`,
};
const forgetOld: Statement = {
  name: 'forget_portal_sessions',
  text: `delete from portal_session where id in (
      select id from portal_session where ends_at < now() - interval '90 days' order by ends_at limit $1) returning 1`,
};

export interface Beginning {
  personId: number;
  stage: Stage;
  secondFactor: boolean;
  caller: Caller;
  /** Null: the person's first. */
  membershipId?: number | null;
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');
const agentCharactersMax = 300;

/** Begins a session and answers its token, which is kept nowhere. `replaces`: the token of the session that this one goes on for; it ends. */
export async function beginSession(session: Session, beginning: Beginning, replaces: string | null): Promise<string> {
  const { personId, stage, secondFactor, caller, membershipId = null } = beginning;
  const token = randomBytes(tokenBytes).toString('base64url');
  if (replaces !== null) await session.query(endByToken, [hashOf(replaces)]);
  const agent = caller.agent.slice(0, agentCharactersMax);
  await session.query(insertSession, [hashOf(token), personId, stage, secondFactor, caller.address, agent, membershipId]);
  return token;
}

/** The session goes on under a new token, which is answered, with everything that the person may do: a second factor was just shown in it. */
export function goOnWithSecondFactor(
  session: Session,
  { person, membership }: LiveSession,
  caller: Caller & { token: string | null },
): Promise<string> {
  const membershipId = membership?.id ?? null;
  return beginSession(session, { personId: person.id, stage: 'done', secondFactor: true, caller, membershipId }, caller.token);
}

interface Row {
  id: bigint;
  stage: Stage;
  second_factor: boolean;
  proved_at: Date;
  proved_ago_ms: number;
  stale: boolean;
  person_id: number;
  email: string;
  name: string;
  language: 'fr' | 'en';
  theme: SignedInPerson['theme'];
  time_zone: string;
  totp: boolean;
  passkeys: number;
  recovery_codes: number;
  operator: boolean;
  membership_id: number | null;
  side: 'developer' | 'operator' | null;
  role: string | null;
  countries: string[] | null;
  account_id: number | null;
  account_name: string | null;
  suspended: boolean;
  view_account_id: number | null;
  view_account_name: string | null;
  view_until: Date | null;
}

/**
 * The session of a token; null when there is none, or it has ended. Writes down at most once a minute that it was seen, by `caller`; null: it
 * is only looked at.
 */
export async function findSession(database: Session, token: string, caller: Caller | null): Promise<LiveSession | null> {
  const [row] = await database.query<Row>(selectSession, [hashOf(token)]);
  if (row === undefined) return null;
  if (row.stale && caller !== null) await database.query(touchSession, [row.id, caller.address, caller.agent.slice(0, agentCharactersMax)]);
  return {
    id: row.id,
    stage: stageNow(row),
    secondFactor: row.second_factor,
    provedAt: row.proved_at,
    provedAgoMs: row.proved_ago_ms,
    person: {
      id: row.person_id,
      ...{ email: row.email, name: row.name, language: row.language, theme: row.theme, timeZone: row.time_zone },
      ...{ totp: row.totp, passkeys: row.passkeys, recoveryCodesLeft: row.recovery_codes },
    },
    membership: viewOf(row) ?? membershipOf(row),
    suspended: row.suspended,
    viewing: row.view_account_id === null ? null : { accountId: row.view_account_id, until: row.view_until! },
  };
}

/** Who has become an operator since goes on with a second factor alone. */
function stageNow({ stage, operator, second_factor, totp, passkeys }: Row): Stage {
  if (stage !== 'done' || !operator || second_factor) return stage;
  return totp || passkeys > 0 ? 'second-factor' : 'set-up-second-factor';
}

/** The least of all seats, in the countries of the operator's own. */
function viewOf({ membership_id: id, countries, view_account_id: accountId, view_account_name: accountName }: Row): Membership | null {
  if (id === null || accountId === null) return null;
  return { id, side: 'developer', role: 'viewer', countries, accountId, accountName: accountName ?? '' };
}

function membershipOf(row: Pick<Row, 'membership_id' | 'side' | 'role' | 'countries' | 'account_id' | 'account_name'>): Membership | null {
  const { membership_id: id, side, role, countries, account_id: accountId, account_name: accountName } = row;
  if (id === null || side === null) return null;
  if (side === 'operator') return { id, side, role: role as OperatorRole, countries, accountId: null, accountName: null };
  return { id, side, role: role as DeveloperRole, countries, accountId: accountId!, accountName: accountName ?? '' };
}

/** False when it had ended. */
export async function endSession(session: Session, sessionId: bigint, personId: number): Promise<boolean> {
  return (await session.query(endOne, [sessionId, personId])).length > 0;
}

/** Ends all sessions of a person but `keep`; null ends all. Answers how many. */
export async function endSessions(session: Session, personId: number, keep: bigint | null): Promise<number> {
  return (await session.query(endOthers, [personId, keep ?? 0n])).length;
}

/** The person has proved again who they are. Answers the moment. */
export async function proveSession(session: Session, sessionId: bigint, bySecondFactor: boolean): Promise<Date> {
  const [row] = await session.query<{ at: Date }>(prove, [sessionId, bySecondFactor]);
  return row!.at;
}

/** No second factor is behind the session any more. */
export async function dropSecondFactor(session: Session, sessionId: bigint): Promise<void> {
  await session.query(withoutFactor, [sessionId]);
}

/** False when the person has no such membership. */
export async function switchMembership(session: Session, sessionId: bigint, membershipId: number): Promise<boolean> {
  return (await session.query(switchTo, [sessionId, membershipId])).length > 0;
}

export interface ListedSession {
  id: bigint;
  startedAt: Date;
  seenAt: Date;
  address: string | null;
  agent: string;
}

export function listSessions(session: Session, personId: number): Promise<ListedSession[]> {
  return session.query<ListedSession>(listLive, [personId]);
}

/** Removes sessions that ended long ago. Answers how many. */
export async function forgetSessions(session: Session, max: number): Promise<number> {
  return (await session.query(forgetOld, [max])).length;
}
