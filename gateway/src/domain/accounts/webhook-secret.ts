// What is the webhook secret of an account? The key of the Standard Webhooks signature on its callbacks (rule C5), kept sealed.

import type { Session } from '../../db/database.ts';
import { contextOf } from '../secrets/index.ts';
import type { Secrets } from '../secrets/index.ts';
import { loadWebhookSecret } from './store.ts';

/** `whsec_…`, or null when there is no such account. Throws WrongKeyError when it was sealed under another key-encryption key. */
export async function readWebhookSecret(session: Session, secrets: Secrets, accountId: number): Promise<string | null> {
  const sealed = await loadWebhookSecret(session, accountId);
  return sealed === null ? null : secrets.unseal(sealed, contextOf('account', 'webhook_secret_sealed', accountId));
}
