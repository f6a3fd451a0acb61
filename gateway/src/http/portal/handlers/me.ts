// Routes of the person who is signed in.

import { portalRoutes } from '@jokko/contract/portal';
import type { RouteAnswer, RouteName } from '@jokko/contract/portal';
import {
  addFirstOrFurtherPasskey,
  askForNewPasskey,
  askForPasskey,
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
} from '../../../domain/people/index.ts';
import type { LiveSession, PeopleDeps, Refused } from '../../../domain/people/index.ts';
import { refusalOf } from '../enforce.ts';
import type { Handlers } from '../handler.ts';
import { qrSvg } from '../qr.ts';

/** Of every policy that asks for a proof. */
const proofMinutes = 5;

const done = (result: { ok: true } | Refused) => (result.ok ? { ok: true as const, answer: {} } : result);

export function meHandlers(people: PeopleDeps, mode: 'sandbox' | 'live') {
  return {
    'GET me': async ({ caller: { live } }) => ({ ok: true, answer: await describe(people, mode, live) }),
    'POST me': async ({ body, caller: { live }, visit }) => done(await changeProfile(people, live, body, visit)),
    'POST memberships/switch': async ({ body: { id }, caller: { live }, visit }) => done(await workAs(people, live, id, visit)),
    async 'POST password'({ body, caller: { live }, visit }) {
      const changed = await changePassword(people, live, body, visit);
      return changed.ok ? { ok: true, answer: {}, session: changed.token } : changed;
    },
    async 'POST step-up'({ body, caller: { live }, visit }) {
      const proved = await stepUp(people, live, body, visit, proofMinutes);
      return proved.ok ? { ok: true, answer: { until: proved.until.toISOString() } } : proved;
    },
    async 'POST step-up/passkey/options'({ caller: { live }, visit }) {
      const asked = await askForPasskey(people, { purpose: 'step-up', personId: live.person.id }, visit);
      return asked.ok ? { ok: true, answer: { options: asked.options } } : asked;
    },
    ...sessionHandlers(people),
    ...factorHandlers(people),
  } satisfies Partial<Handlers>;
}

function sessionHandlers(people: PeopleDeps) {
  return {
    async 'GET sessions'({ caller: { live } }) {
      const sessions = (await listSessions(people.database, live.person.id)).map(({ id, startedAt, seenAt, address, agent }) => ({
        ...{ id: Number(id), current: id === live.id, address, agent },
        ...{ startedAt: startedAt.toISOString(), seenAt: seenAt.toISOString() },
      }));
      return { ok: true, answer: { sessions } };
    },
    async 'POST sessions/end'({ body: { id }, caller: { live }, visit }) {
      const ended = await endOwnSessions(people, live, id, visit);
      return ended.ok
        ? { ok: true, answer: { ended: ended.ended }, ...(BigInt(id === 'others' ? 0 : id) === live.id ? { session: null } : {}) }
        : ended;
    },
  } satisfies Partial<Handlers>;
}

function factorHandlers(people: PeopleDeps) {
  return {
    async 'POST totp/begin'({ caller: { live } }) {
      const { uri, secret } = await beginTotp(people, live);
      return { ok: true, answer: { uri, secret, qr: qrSvg(uri) } };
    },
    async 'POST totp/confirm'({ body: { code }, caller: { live }, visit }) {
      const added = await confirmTotp(people, live, code, visit);
      return added.ok ? { ok: true, answer: { recoveryCodes: added.recoveryCodes }, session: added.token } : added;
    },
    'POST totp/remove': async ({ caller: { live }, visit }) => done(await removeFactor(people, live, null, visit)),
    async 'GET passkeys'({ caller: { live } }) {
      const passkeys = (await listPasskeys(people.database, live.person.id)).map(({ id, name, addedAt, usedAt }) => ({
        ...{ id, name, addedAt: addedAt.toISOString(), usedAt: usedAt?.toISOString() ?? null },
      }));
      return { ok: true, answer: { passkeys } };
    },
    async 'POST passkeys/options'({ caller: { live }, visit }) {
      const asked = await askForNewPasskey(people, live.person, visit);
      return asked.ok ? { ok: true, answer: { options: asked.options } } : asked;
    },
    async 'POST passkeys'({ body, caller: { live }, visit }) {
      const added = await addFirstOrFurtherPasskey(people, live, body, visit);
      return added.ok ? { ok: true, answer: { id: added.id, recoveryCodes: added.recoveryCodes }, session: added.token } : added;
    },
    'POST passkeys/remove': async ({ body: { id }, caller: { live }, visit }) => done(await removeFactor(people, live, id, visit)),
    async 'POST recovery-codes'({ caller: { live }, visit }) {
      const renewed = await newRecoveryCodes(people, live, visit);
      return renewed.ok ? { ok: true, answer: { recoveryCodes: renewed.recoveryCodes } } : renewed;
    },
  } satisfies Partial<Handlers>;
}

async function describe(people: PeopleDeps, mode: 'sandbox' | 'live', live: LiveSession): Promise<RouteAnswer<'GET me'>> {
  const { person, stage, membership, provedAt, provedAgoMs } = live;
  const proved = stage === 'done' && provedAgoMs < proofMinutes * 60_000;
  const names = Object.keys(portalRoutes) as RouteName[];
  return {
    person,
    next: stage,
    // Who has only half signed in learns nothing of where they are going.
    memberships: stage === 'second-factor' ? [] : await listMemberships(people.database, person.id),
    membership: stage === 'second-factor' ? null : membership,
    abilities: names.filter((name) => refusalOf({ name, policy: portalRoutes[name].policy, mode }, live, false) === null),
    mode,
    viewing: live.viewing === null ? null : { until: live.viewing.until.toISOString() },
    stepUpUntil: proved ? new Date(provedAt.getTime() + proofMinutes * 60_000).toISOString() : null,
    stepUpBy: proofsOf(person),
  };
}
