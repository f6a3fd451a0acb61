// Routes of the user who is signed in.

import type { Mode } from '../../platform/db/mode.ts';
import { portalRoutes } from '@jokko/contract/portal';
import type { RouteResult, RouteName } from '@jokko/contract/portal';
import {
  addFirstOrFurtherPasskey,
  requestNewPasskey,
  requestPasskey,
  beginTotp,
  changePassword,
  changeProfile,
  confirmTotp,
  endOwnSessions,
  listMemberships,
  listPasskeys,
  listSessions,
  newRecoveryCodes,
  proofsOf,
  removeFactor,
  stepUp,
  workAs,
} from './index.ts';
import type { UsersDeps } from './index.ts';
import { refusalOf } from '../../platform/http/portal/enforce.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { qrSvg } from '../../platform/http/portal/qr.ts';
import type { LiveSession } from '../../platform/http/portal/caller.ts';
import type { Refused } from '../../platform/http/portal/refused.ts';

/** The time of every policy that asks for a proof. */
const proofMinutes = 5;

const done = (result: { ok: true } | Refused) =>
  result.ok ? { ok: true as const, answer: {} } : result;

/** Why nothing is sent at present. `mustRecover`: `jokko recover` ends it. */
export interface Stopped {
  reason: string;
  mustRecover: boolean;
}

/** `stopped`: null while all is in order. */
export function meHandlers(users: UsersDeps, mode: Mode, stopped: () => Stopped | null) {
  return {
    'GET me': async ({ caller: { session } }) => ({
      ok: true,
      answer: {
        ...(await describe(users, mode, session)),
        stopped: stoppedFor(session, stopped()),
      },
    }),
    'POST me': async ({ body, caller: { session }, visit }) =>
      done(await changeProfile(users, session, body, visit)),
    'POST memberships/switch': async ({ body: { id }, caller: { session }, visit }) =>
      done(await workAs(users, session, id, visit)),
    async 'POST password'({ body, caller: { session }, visit }) {
      const changed = await changePassword(users, session, body, visit);
      return changed.ok ? { ok: true, answer: {}, session: changed.token } : changed;
    },
    async 'POST step-up'({ body, caller: { session }, visit }) {
      const proved = await stepUp(users, session, body, visit, proofMinutes);
      return proved.ok ? { ok: true, answer: { until: proved.until } } : proved;
    },
    async 'POST step-up/passkey/options'({ caller: { session }, visit }) {
      const asked = await requestPasskey(
        users,
        { purpose: 'step-up', userId: session.user.id },
        visit,
      );
      return asked.ok ? { ok: true, answer: { options: asked.options } } : asked;
    },
    ...sessionHandlers(users),
    ...factorHandlers(users),
  } satisfies Partial<Handlers>;
}

function sessionHandlers(users: UsersDeps) {
  return {
    async 'GET sessions'({ caller: { session } }) {
      const sessions = (await listSessions(users.database, session.user.id)).map(
        ({ id, startedAt, seenAt, address, agent }) => ({
          id: Number(id),
          current: id === session.id,
          address,
          agent,
          startedAt,
          seenAt,
        }),
      );
      return { ok: true, answer: { sessions } };
    },
    async 'POST sessions/end'({ body: { id }, caller: { session }, visit }) {
      const ended = await endOwnSessions(users, session, id, visit);
      return ended.ok
        ? {
            ok: true,
            answer: { ended: ended.ended },
            ...(BigInt(id === 'others' ? 0 : id) === session.id ? { session: null } : {}),
          }
        : ended;
    },
  } satisfies Partial<Handlers>;
}

function factorHandlers(users: UsersDeps) {
  return {
    async 'POST totp/begin'({ caller: { session } }) {
      const { uri, secret } = await beginTotp(users, session);
      return { ok: true, answer: { uri, secret, qr: qrSvg(uri) } };
    },
    async 'POST totp/confirm'({ body: { code }, caller: { session }, visit }) {
      const added = await confirmTotp(users, session, code, visit);
      return added.ok
        ? { ok: true, answer: { recoveryCodes: added.recoveryCodes }, session: added.token }
        : added;
    },
    'POST totp/remove': async ({ caller: { session }, visit }) =>
      done(await removeFactor(users, session, null, visit)),
    async 'GET passkeys'({ caller: { session } }) {
      const passkeys = await listPasskeys(users.database, session.user.id);
      return { ok: true, answer: { passkeys } };
    },
    async 'POST passkeys/options'({ caller: { session }, visit }) {
      const asked = await requestNewPasskey(users, session.user, visit);
      return asked.ok ? { ok: true, answer: { options: asked.options } } : asked;
    },
    async 'POST passkeys'({ body, caller: { session }, visit }) {
      const added = await addFirstOrFurtherPasskey(users, session, body, visit);
      return added.ok
        ? {
            ok: true,
            answer: { id: added.id, recoveryCodes: added.recoveryCodes },
            session: added.token,
          }
        : added;
    },
    'POST passkeys/remove': async ({ body: { id }, caller: { session }, visit }) =>
      done(await removeFactor(users, session, id, visit)),
    async 'POST recovery-codes'({ caller: { session }, visit }) {
      const renewed = await newRecoveryCodes(users, session, visit);
      return renewed.ok ? { ok: true, answer: { recoveryCodes: renewed.recoveryCodes } } : renewed;
    },
  } satisfies Partial<Handlers>;
}

function stoppedFor({ stage, membership }: LiveSession, stopped: Stopped | null) {
  if (stopped === null) return null;
  const { reason, mustRecover } = stopped;
  const isOperator = stage === 'done' && membership?.side === 'operator';
  return { reason: isOperator ? reason : null, mustRecover };
}

async function describe(
  users: UsersDeps,
  mode: Mode,
  session: LiveSession,
): Promise<Omit<RouteResult<'GET me'>, 'stopped'>> {
  const { user, stage, membership, provedAt, provedAgoMs } = session;
  const proved = stage === 'done' && provedAgoMs < proofMinutes * 60_000;
  const names = Object.keys(portalRoutes) as RouteName[];
  return {
    user,
    next: stage,
    // Who has only half signed in learns nothing of where they are going.
    memberships: stage === 'second-factor' ? [] : await listMemberships(users.database, user.id),
    membership: stage === 'second-factor' ? null : membership,
    abilities: names.filter(
      (name) =>
        refusalOf({ name, policy: portalRoutes[name].policy, mode }, session, false) === null,
    ),
    mode,
    viewing: session.viewing === null ? null : { until: session.viewing.until },
    stepUpUntil: proved ? new Date(provedAt.getTime() + proofMinutes * 60_000) : null,
    stepUpBy: proofsOf(user),
  };
}
