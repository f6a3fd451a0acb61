// Routes of API keys and signing secrets. The account is always the membership's.

import {
  createKey,
  finishHmacRotation,
  isAddressRange,
  listKeyPage,
  readHmacStatus,
  readWebhookOverlap,
  readWebhookSecret,
  revokeKey,
  rotateHmacSecret,
  rotateKey,
  rotateWebhookSecret,
  showKey,
  switchHmac,
} from '../../../domain/accounts/index.ts';
import { noteAudit } from '../../../domain/audit/index.ts';
import { personOf } from '../../../domain/people/index.ts';
import type { PeopleDeps, Refused } from '../../../domain/people/index.ts';
import type { Handlers } from '../handler.ts';

const pageRows = 50;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

const refuse = (refusal: 'notFound' | 'conflict'): Refused => ({ ok: false, refusal });
const refuseField = (field: string): Refused => ({ ok: false, refusal: 'invalid', fields: [{ field, problem: 'notAllowed' }] });
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export function keyHandlers({ database, secrets }: PeopleDeps, mode: 'sandbox' | 'live') {
  return {
    async 'GET keys'({ query: { after }, caller: { membership } }) {
      const page = { accountId: membership.accountId, before: after === undefined ? null : Number(after), limit: pageRows + 1 };
      const rows = await listKeyPage(database, mode, page);
      const shown = rows.slice(0, pageRows);
      const items = shown.map(({ id, keyId, name, scope, services, state, replacedBy, ...row }) => ({
        ...{ id, keyId, name, scope, services, state, replacedBy, lastFour: row.last_four, allowFrom: row.allow_from },
        ...{ createdAt: row.created_at.toISOString(), expiresAt: iso(row.expires_at), usedAt: iso(row.last_used_at) },
      }));
      return { ok: true, answer: { items, next: rows.length > pageRows ? String(shown.at(-1)!.id) : null } };
    },
    async 'POST keys'({ body, caller: { live, membership }, visit }) {
      const { expiresInDays, ...limits } = body;
      if (limits.allowFrom?.every(isAddressRange) === false) return refuseField('allowFrom');
      const key = { ...limits, name: limits.name.trim(), expires: expiresInDays === null ? null : { afterMs: expiresInDays * dayMs } };
      const made = await createKey(database, secrets, membership.accountId, key, { who: personOf(live.person, visit) });
      if (made.ok) return { ok: true, answer: { keyId: made.key.keyId, apiKey: made.key.apiKey } };
      return made.refusal === 'unknown services' ? refuseField('services') : refuse('conflict');
    },
    async 'POST keys/roll'({ body: { id, overlapHours }, caller: { live, membership }, visit }) {
      const by = { who: personOf(live.person, visit), accountId: membership.accountId };
      const rolled = await rotateKey(database, secrets, id, overlapHours * hourMs, by);
      if (rolled.ok) return { ok: true, answer: { keyId: rolled.key.keyId, apiKey: rolled.key.apiKey } };
      return refuse(rolled.refusal === 'not active' ? 'conflict' : 'notFound');
    },
    async 'POST keys/revoke'({ body: { id }, caller: { live, membership }, visit }) {
      const revoked = await revokeKey(database, id, { who: personOf(live.person, visit), accountId: membership.accountId });
      return revoked.ok ? { ok: true, answer: {} } : refuse(revoked.refusal === 'ended already' ? 'conflict' : 'notFound');
    },
    async 'POST keys/show'({ body: { id }, caller: { live, membership }, visit }) {
      const { accountId } = membership;
      const apiKey = await showKey(database, secrets, accountId, id);
      if (apiKey === null) return refuse('notFound');
      await noteAudit(database, { who: personOf(live.person, visit), action: 'key.show', accountId, subject: `key/${id}` });
      return { ok: true, answer: { apiKey } };
    },
    ...signingHandlers({ database, secrets }),
  } satisfies Partial<Handlers>;
}

function signingHandlers({ database, secrets }: PeopleDeps) {
  return {
    async 'GET signing'({ caller: { membership } }) {
      const status = await readHmacStatus(database, membership.accountId);
      if (status === null) return refuse('notFound');
      const told = status.secrets.map(({ createdAt, firstUsedAt, endsAt, ...secret }) => ({
        ...secret,
        ...{ createdAt: createdAt.toISOString(), firstUsedAt: iso(firstUsedAt), endsAt: iso(endsAt) },
      }));
      const webhookPreviousUntil = iso(await readWebhookOverlap(database, membership.accountId));
      return { ok: true, answer: { hmac: status.hmac, secrets: told, webhookPreviousUntil } };
    },
    async 'POST signing/hmac'({ body: { on }, caller: { live, membership }, visit }) {
      const switched = await switchHmac(database, secrets, membership.accountId, on, personOf(live.person, visit));
      return switched.ok ? { ok: true, answer: { secret: switched.hmacSecret } } : refuse('conflict');
    },
    async 'POST signing/hmac/rotate'({ body: { overlapHours }, caller: { live, membership }, visit }) {
      const who = personOf(live.person, visit);
      const rotated = await rotateHmacSecret(database, secrets, membership.accountId, overlapHours * hourMs, who);
      return rotated.ok ? { ok: true, answer: { secret: rotated.hmacSecret } } : refuse('conflict');
    },
    async 'POST signing/hmac/finish'({ caller: { live, membership }, visit }) {
      const finished = await finishHmacRotation(database, membership.accountId, personOf(live.person, visit));
      return finished.ok ? { ok: true, answer: {} } : refuse('conflict');
    },
    async 'POST signing/webhook/show'({ caller: { live, membership }, visit }) {
      const { accountId } = membership;
      const secret = await readWebhookSecret(database, secrets, accountId);
      if (secret === null) return refuse('notFound');
      await noteAudit(database, { who: personOf(live.person, visit), action: 'webhook-secret.show', accountId });
      return { ok: true, answer: { secret } };
    },
    async 'POST signing/webhook/rotate'({ body: { overlapHours }, caller: { live, membership }, visit }) {
      const who = personOf(live.person, visit);
      const secret = await rotateWebhookSecret(database, secrets, membership.accountId, overlapHours * hourMs, who);
      return secret === null ? refuse('notFound') : { ok: true, answer: { secret } };
    },
  } satisfies Partial<Handlers>;
}
