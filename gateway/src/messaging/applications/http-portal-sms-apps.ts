// Routes of the apps that send short messages. The account is always the membership's.

import type { AddressProblem } from '@jokko/contract';
import { createApp, listApps, revokeApp, rotateApp, setApp, type ListedApp } from './index.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import type { Membership } from '../../platform/http/portal/caller.ts';
import { shownAddress } from '../../platform/http/portal/shown-address.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import {
  notFound,
  refuse,
  refuseAddress,
  refuseField,
  type Refused,
} from '../../platform/http/portal/refused.ts';

export interface SmsAppHandlersDeps {
  database: Database;
  secrets: Secrets;
  /** Whether inbound messages may go to this address, and what is wrong with it if not. */
  inboundProblem(url: string): AddressProblem | null;
}

const hourMs = 3_600_000;
const refusalOf = ({ refusal }: { refusal: 'unknown app' | 'revoked' }): Refused =>
  refuse(refusal === 'revoked' ? 'conflict' : 'notFound');

export function smsAppHandlers({ database, secrets, inboundProblem }: SmsAppHandlersDeps) {
  return {
    async 'GET sms/apps'({ caller: { membership } }) {
      const apps = (await listApps(database, membership.accountId)) ?? [];
      return { ok: true, answer: { items: apps.map((app) => present(app, membership)) } };
    },
    async 'POST sms/apps'({ body: { name }, caller: { session, membership }, visit }) {
      const by = { who: actorOf(session.user, visit), accountId: membership.accountId };
      const made = await createApp(database, secrets, membership.accountId, name.trim(), by);
      return made.ok ? { ok: true, answer: { appId: made.appId, appKey: made.appKey } } : notFound;
    },
    async 'POST sms/apps/set'({
      body: { id, ...settings },
      caller: { session, membership },
      visit,
    }) {
      const { inboundUrl, reportUrl, quiet } = settings;
      const problem = inboundUrl === null ? null : inboundProblem(inboundUrl);
      if (problem !== null) return refuseAddress('inboundUrl', problem);
      const reportProblem = reportUrl === null ? null : inboundProblem(reportUrl);
      if (reportProblem !== null) return refuseAddress('reportUrl', reportProblem);
      if (quiet !== null && quiet.from === quiet.until)
        return refuseField('quiet.until', 'notAllowed');
      const by = { who: actorOf(session.user, visit), accountId: membership.accountId };
      const changed = await setApp(database, id, settings, by);
      return changed.ok ? { ok: true, answer: {} } : refusalOf(changed);
    },
    async 'POST sms/apps/rotate'({
      body: { id, overlapHours },
      caller: { session, membership },
      visit,
    }) {
      const by = { who: actorOf(session.user, visit), accountId: membership.accountId };
      const rotated = await rotateApp(database, secrets, id, overlapHours * hourMs, by);
      return rotated.ok
        ? { ok: true, answer: { appId: rotated.appId, appKey: rotated.appKey } }
        : refusalOf(rotated);
    },
    async 'POST sms/apps/revoke'({ body: { id }, caller: { session, membership }, visit }) {
      const by = { who: actorOf(session.user, visit), accountId: membership.accountId };
      const revoked = await revokeApp(database, id, by);
      return revoked.ok ? { ok: true, answer: {} } : refusalOf(revoked);
    },
  } satisfies Partial<Handlers>;
}

function present({ appId, name, transliterate, quiet, ...app }: ListedApp, membership: Membership) {
  const shown = (url: string | null) =>
    url === null ? null : shownAddress(membership, 'developer', url);
  return {
    id: app.id,
    appId,
    name,
    transliterate,
    quiet,
    lastFour: app.last_four,
    partsMax: app.parts_max,
    validityMinutes: app.validity_minutes,
    duplicateWindowSeconds: app.duplicate_window_seconds,
    inboundUrl: shown(app.inbound_url),
    reportUrl: shown(app.report_url),
    createdAt: app.created_at,
    revokedAt: app.revoked_at,
    oldKeyUntil: app.old_key_until,
  };
}
