// Manages sessions: a random token in the browser and its hash here. Sessions identify the caller,
// are listed, limited in time, and ended.

import { hash, randomBytes } from 'node:crypto';
import type { DeveloperRole, OperatorRole } from '@jokko/contract/portal';
import type { Session, Statement } from '../../platform/db/database.ts';
import { mustHaveFactor } from './must-have-factor.ts';
import type {
  Caller,
  LiveSession,
  Membership,
  SignedInUser,
  Stage,
} from '../../platform/http/portal/caller.ts';

const tokenBytes = 32;

// Operators first, then the oldest membership: the one that a new session works as, unless another
// is asked for. Who looks at a developer's portal does so with a role that may, as the policy of
// that route says. Real time throughout: moving the sandbox's clock does not end sessions.
const insertSession: Statement = {
  name: 'insert_portal_session',
  text: `insert into portal_session (token_hash, user_id, membership_id, stage, second_factor,
    idle_until, idle, ends_at, address, agent, proved_at, proof_asked, started_at, seen_at)
    select $1, p.id,
      coalesce($7, (select id from membership where user_id = p.id and ended_at is null
        order by side desc, id limit 1)),
      $3, $4, now() + w.idle, w.idle, now() + w.whole, $5, $6, now(), $8, now(), now()
    from portal_user p, lateral (
      select case when o.operator then interval '1 hour' else interval '8 hours' end as idle,
        case when o.operator then interval '12 hours' else interval '7 days' end as whole
      from (select exists (select from membership where user_id = p.id and side = 'operator'
        and ended_at is null) as operator) as o) as w
    where p.id = $2
    returning id`,
};
const selectSession: Statement = {
  name: 'select_portal_session',
  text: `select s.id, s.stage, s.second_factor, s.proved_at, s.proof_asked, extract(epoch
    from now() - s.proved_at)::float8 * 1000 as proved_ago_ms,
      s.seen_at < now() - interval '1 minute' as stale,
      p.id as user_id, p.email, p.name, p.language, p.theme, p.time_zone,
        p.totp_sealed is not null as totp,
      (select count(*) from passkey k where k.user_id = p.id)::integer as passkeys,
      (select count(*) from recovery_code c where c.user_id = p.id
        and c.used_at is null)::integer as recovery_codes,
      ${mustHaveFactor('p.id')} as must_have_factor,
      m.id as membership_id, m.side, m.role, m.countries, m.account_id, a.name as account_name,
        coalesce(a.suspended, false) as suspended,
      v.id as view_account_id, v.name as view_account_name, s.view_until
    from portal_session s join portal_user p on p.id = s.user_id
      left join membership m on m.id = s.membership_id and m.ended_at is null
      left join account a on a.id = m.account_id
      left join account v on v.id = s.view_account_id and s.view_until > jokko_now()
        and m.side = 'operator' and m.role in ('admin', 'support')
    where s.token_hash = $1 and s.ended_at is null and s.idle_until > now() and s.ends_at > now()
      and p.disabled_at is null`,
};
const touchSession: Statement = {
  name: 'touch_portal_session',
  text: `update portal_session set seen_at = now(), idle_until = now() + idle, address = $2,
    agent = $3
    where id = $1 and seen_at < now() - interval '1 minute'`,
};
const endByToken: Statement = {
  name: 'end_portal_session_of_token',
  text: 'update portal_session set ended_at = now() where token_hash = $1 and ended_at is null returning id',
};
const endOne: Statement = {
  name: 'end_portal_session',
  text: 'update portal_session set ended_at = now() where id = $1 and user_id = $2 and ended_at is null returning id',
};
const endOthers: Statement = {
  name: 'end_other_portal_sessions',
  text: 'update portal_session set ended_at = now() where user_id = $1 and id <> $2 and ended_at is null and ends_at > now() returning id',
};
const prove: Statement = {
  name: 'prove_portal_session',
  text: `update portal_session set proved_at = now(), proof_asked = true,
    second_factor = second_factor or $2 where id = $1 returning proved_at as at`,
};
const withoutFactor: Statement = {
  name: 'portal_session_without_factor',
  text: 'update portal_session set second_factor = false where id = $1',
};
const switchTo: Statement = {
  name: 'switch_portal_session',
  text: `update portal_session s set membership_id = m.id from membership m
    where s.id = $1 and m.id = $2 and m.user_id = s.user_id and m.ended_at is null returning m.id`,
};
const listLive: Statement = {
  name: 'list_portal_sessions',
  text: `select id, started_at as "startedAt", seen_at as "seenAt", address, agent
    from portal_session
    where user_id = $1 and ended_at is null and idle_until > now() and ends_at > now()
      order by seen_at desc, id desc limit 100`,
};
const purge: Statement = {
  name: 'forget_portal_sessions',
  text: `delete from portal_session where id in (
      select id from portal_session where ends_at < now() - interval '90 days' order by ends_at
        limit $1) returning 1`,
};

export interface Beginning {
  userId: number;
  stage: Stage;
  secondFactor: boolean;
  caller: Caller;
  /** Null: the user's first. */
  membershipId?: number | null;
  /**
   * Whether the password was set, or proved once more, just now: good for adding a second factor,
   * which a sign-in is not.
   */
  proofAsked?: boolean;
}

const hashOf = (token: string): Buffer => hash('sha256', token, 'buffer');
const agentCharactersMax = 300;

/**
 * Begins a session and answers its token, which is kept nowhere. `replaces`: the token of the
 * session that this one goes on for; it ends.
 */
export async function beginSession(
  session: Session,
  beginning: Beginning,
  replaces: string | null,
): Promise<string> {
  const {
    userId,
    stage,
    secondFactor,
    caller,
    membershipId = null,
    proofAsked = false,
  } = beginning;
  const token = randomBytes(tokenBytes).toString('base64url');
  if (replaces !== null) await session.query(endByToken, [hashOf(replaces)]);
  const agent = caller.agent.slice(0, agentCharactersMax);
  await session.query(insertSession, [
    hashOf(token),
    userId,
    stage,
    secondFactor,
    caller.address,
    agent,
    membershipId,
    proofAsked,
  ]);
  return token;
}

/**
 * The session goes on under a new token, which is answered, with everything that the user may do: a
 * second factor was just shown in it.
 */
export function goOnWithSecondFactor(
  session: Session,
  { user, membership }: LiveSession,
  caller: Caller & { token: string | null },
): Promise<string> {
  const membershipId = membership?.id ?? null;
  return beginSession(
    session,
    { userId: user.id, stage: 'done', secondFactor: true, caller, membershipId },
    caller.token,
  );
}

interface Row {
  id: bigint;
  stage: Stage;
  second_factor: boolean;
  proved_at: Date;
  proof_asked: boolean;
  proved_ago_ms: number;
  stale: boolean;
  user_id: number;
  email: string;
  name: string;
  language: 'fr' | 'en';
  theme: SignedInUser['theme'];
  time_zone: string;
  totp: boolean;
  passkeys: number;
  recovery_codes: number;
  must_have_factor: boolean;
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
 * The session of a token; null when there is none, or it has ended. Writes down at most once a
 * minute that it was seen, by `caller`; null: it is only looked at.
 */
export async function findSession(
  database: Session,
  token: string,
  caller: Caller | null,
): Promise<LiveSession | null> {
  const [row] = await database.query<Row>(selectSession, [hashOf(token)]);
  if (row === undefined) return null;
  if (row.stale && caller !== null)
    await database.query(touchSession, [
      row.id,
      caller.address,
      caller.agent.slice(0, agentCharactersMax),
    ]);
  return {
    id: row.id,
    stage: stageNow(row),
    secondFactor: row.second_factor,
    provedAt: row.proved_at,
    provedAgoMs: row.proved_ago_ms,
    proofAsked: row.proof_asked,
    user: {
      id: row.user_id,
      email: row.email,
      name: row.name,
      language: row.language,
      theme: row.theme,
      timeZone: row.time_zone,
      totp: row.totp,
      passkeys: row.passkeys,
      recoveryCodesLeft: row.recovery_codes,
    },
    membership: viewOf(row) ?? membershipOf(row),
    suspended: row.suspended,
    viewing:
      row.view_account_id === null
        ? null
        : { accountId: row.view_account_id, until: row.view_until! },
  };
}

/** Who must have a second factor (an operator since, say) goes on with one alone. */
function stageNow({ stage, must_have_factor, second_factor, totp, passkeys }: Row): Stage {
  if (stage !== 'done' || !must_have_factor || second_factor) return stage;
  return totp || passkeys > 0 ? 'second-factor' : 'set-up-second-factor';
}

/** The least of all seats, in the countries of the operator's own. */
function viewOf({
  membership_id: id,
  countries,
  view_account_id: accountId,
  view_account_name: accountName,
}: Row): Membership | null {
  if (id === null || accountId === null) return null;
  return {
    id,
    side: 'developer',
    role: 'viewer',
    countries,
    accountId,
    accountName: accountName ?? '',
  };
}

function membershipOf(
  row: Pick<Row, 'membership_id' | 'side' | 'role' | 'countries' | 'account_id' | 'account_name'>,
): Membership | null {
  const {
    membership_id: id,
    side,
    role,
    countries,
    account_id: accountId,
    account_name: accountName,
  } = row;
  if (id === null || side === null) return null;
  if (side === 'operator')
    return { id, side, role: role as OperatorRole, countries, accountId: null, accountName: null };
  return {
    id,
    side,
    role: role as DeveloperRole,
    countries,
    accountId: accountId!,
    accountName: accountName ?? '',
  };
}

/** False when it had ended. */
export async function endSession(
  session: Session,
  sessionId: bigint,
  userId: number,
): Promise<boolean> {
  return (await session.query(endOne, [sessionId, userId])).length > 0;
}

/** Ends all sessions of a user but `keep`; null ends all. Answers how many. */
export async function endSessions(
  session: Session,
  userId: number,
  keep: bigint | null,
): Promise<number> {
  return (await session.query(endOthers, [userId, keep ?? 0n])).length;
}

/** The user has proved again who they are. Answers the moment. */
export async function proveSession(
  session: Session,
  sessionId: bigint,
  bySecondFactor: boolean,
): Promise<Date> {
  const [row] = await session.query<{ at: Date }>(prove, [sessionId, bySecondFactor]);
  return row!.at;
}

/** No second factor is behind the session any more. */
export async function dropSecondFactor(session: Session, sessionId: bigint): Promise<void> {
  await session.query(withoutFactor, [sessionId]);
}

/** False when the user has no such membership. */
export async function switchMembership(
  session: Session,
  sessionId: bigint,
  membershipId: number,
): Promise<boolean> {
  return (await session.query(switchTo, [sessionId, membershipId])).length > 0;
}

export interface ListedSession {
  id: bigint;
  startedAt: Date;
  seenAt: Date;
  address: string | null;
  agent: string;
}

export function listSessions(session: Session, userId: number): Promise<ListedSession[]> {
  return session.query<ListedSession>(listLive, [userId]);
}

/** Removes sessions that ended long ago. Answers how many. */
export async function purgeSessions(session: Session, max: number): Promise<number> {
  return (await session.query(purge, [max])).length;
}
