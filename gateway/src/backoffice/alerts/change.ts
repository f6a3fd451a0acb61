// Changes the alert settings: a new version, with the webhook and its secret, in one commit.

import type { Database } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { recordAudit, type Who } from '../../platform/audit/index.ts';
import { refuse, refuseField, type Refused } from '../../platform/http/portal/refused.ts';
import type { Secrets } from '../../platform/secrets/index.ts';
import { makeWebhookSecret } from '../../payments/accounts/index.ts';
import { readWebhook, storeWebhook } from './channels.ts';
import { mayPayForAlerts } from './paying-account.ts';
import { isTimeZone } from './quiet-hours.ts';
import { readSettings, storeSettings, type AlertSettings } from './settings.ts';

interface Change {
  version: number;
  settings: AlertSettings;
  webhook: string | null;
}

/** `secret`: of a webhook with a new address; it is shown once. */
export function changeSettings(
  { database, secrets }: { database: Database; secrets: Secrets },
  { who, userId }: { who: Who; userId: number | null },
  { version, settings, webhook }: Change,
): Promise<{ ok: true; version: number; secret: string | null } | Refused> {
  if (settings.quiet !== null && !isTimeZone(settings.quiet.timeZone))
    return Promise.resolve(refuseField('timeZone', 'notAllowed'));
  return inTransaction(database, async (session) => {
    const { settings: old } = await readSettings(session);
    if (settings.sms !== null && !(await mayPayForAlerts(session, settings.sms.accountId)))
      return refuseField('sms', 'notAllowed');
    const stored = await storeSettings(session, { version, settings, userId });
    if (stored === null) return refuse('conflict');
    const before = (await readWebhook(session))?.url ?? null;
    const secret = webhook !== null && webhook !== before ? makeWebhookSecret() : null;
    if (webhook === null) await storeWebhook(session, secrets, null);
    else if (secret !== null) await storeWebhook(session, secrets, { url: webhook, secret });
    await recordAudit(session, {
      who,
      action: 'alert-settings.change',
      subject: `alert-settings/${stored}`,
      old: { ...old, webhook: before },
      new: { ...settings, webhook },
    });
    return { ok: true as const, version: stored, secret };
  });
}
