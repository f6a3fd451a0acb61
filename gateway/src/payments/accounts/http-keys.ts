// Routes of API keys. The account is always the membership's.

import type { Mode } from '../../platform/db/mode.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { createKey, isAddressRange, listKeyPage, revokeKey, rotateKey, showKey } from './index.ts';
import { noteAudit } from '../../platform/audit/index.ts';
import { cutPage, pageRowsRead } from '../../platform/http/page.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { conflict, notFound, refuse, refuseField } from '../../platform/http/portal/refused.ts';
import { signingHandlers } from './http-signing.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function keyHandlers(
  { database, secrets }: { database: Database; secrets: Secrets },
  mode: Mode,
) {
  return {
    async 'GET keys'({ query: { after }, caller: { membership } }) {
      const page = {
        accountId: membership.accountId,
        before: after === undefined ? null : Number(after),
        limit: pageRowsRead,
      };
      const rows = await listKeyPage(database, mode, page);
      const { rows: shown, next } = cutPage(rows, ({ id }) => id);
      return { ok: true, answer: { items: shown.map(itemOf), next } };
    },
    async 'POST keys'({ body, caller: { session, membership }, visit }) {
      const { expiresInDays, ...limits } = body;
      if (limits.allowFrom?.every(isAddressRange) === false)
        return refuseField('allowFrom', 'notAllowed');
      const key = {
        ...limits,
        name: limits.name.trim(),
        expires: expiresInDays === null ? null : { afterMs: expiresInDays * dayMs },
      };
      const made = await createKey(database, secrets, membership.accountId, key, {
        who: actorOf(session.user, visit),
      });
      if (made.ok) return { ok: true, answer: { keyId: made.key.keyId, apiKey: made.key.apiKey } };
      return made.refusal === 'unknown services' ? refuseField('services', 'notAllowed') : conflict;
    },
    ...signingHandlers({ database, secrets }),
    ...issuedKeyHandlers({ database, secrets }),
  } satisfies Partial<Handlers>;
}

function issuedKeyHandlers({ database, secrets }: { database: Database; secrets: Secrets }) {
  return {
    async 'POST keys/roll'({ body: { id, overlapHours }, caller: { session, membership }, visit }) {
      const by = { who: actorOf(session.user, visit), accountId: membership.accountId };
      const rolled = await rotateKey(database, secrets, id, overlapHours * hourMs, by);
      if (rolled.ok)
        return { ok: true, answer: { keyId: rolled.key.keyId, apiKey: rolled.key.apiKey } };
      return refuse(rolled.refusal === 'not active' ? 'conflict' : 'notFound');
    },
    async 'POST keys/revoke'({ body: { id }, caller: { session, membership }, visit }) {
      const revoked = await revokeKey(database, id, {
        who: actorOf(session.user, visit),
        accountId: membership.accountId,
      });
      return revoked.ok
        ? { ok: true, answer: {} }
        : refuse(revoked.refusal === 'ended already' ? 'conflict' : 'notFound');
    },
    async 'POST keys/show'({ body: { id }, caller: { session, membership }, visit }) {
      const { accountId } = membership;
      const apiKey = await showKey(database, secrets, accountId, id);
      if (apiKey === null) return notFound;
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'key.show',
        accountId,
        subject: `key/${id}`,
      });
      return { ok: true, answer: { apiKey } };
    },
  } satisfies Partial<Handlers>;
}

function itemOf({
  id,
  keyId,
  name,
  scope,
  services,
  state,
  replacedBy,
  ...row
}: Awaited<ReturnType<typeof listKeyPage>>[number]) {
  return {
    id,
    keyId,
    name,
    scope,
    services,
    state,
    replacedBy,
    lastFour: row.last_four,
    allowFrom: row.allow_from,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    usedAt: row.last_used_at,
  };
}
