// The channels that the operator sets up for alerts: SMS through an application of their own, and a
// webhook that is signed as callbacks are.

import { makeWebhookHeaders } from '@jokko/contract';
import type { Database, Session, Statement } from '../../platform/db/database.ts';
import { environment } from '../../platform/environment.ts';
import type { PostRequest, PostResult } from '../../platform/outbound/post.ts';
import { contextOf, type Secrets } from '../../platform/secrets/index.ts';
import { readKeyId } from '../../payments/accounts/index.ts';
import { sendAsUser, type AcceptDeps } from '../../messaging/applications/index.ts';
import { smsText, type Send } from '../notifications/index.ts';
import { mayPayForAlerts } from './paying-account.ts';
import { readSettings } from './settings.ts';

const postTimeoutMs = 15_000;
const answerMaxBytes = 1_024;

const selectWebhook: Statement = {
  name: 'select_alert_webhook',
  text: 'select url, secret_sealed as "secretSealed" from alert_webhook',
};
const upsertWebhook: Statement = {
  name: 'store_alert_webhook',
  text: `insert into alert_webhook (name, url, secret_sealed) values ('operator', $1, $2)
    on conflict (name) do update set url = excluded.url, secret_sealed = excluded.secret_sealed`,
};
const deleteWebhook: Statement = {
  name: 'remove_alert_webhook',
  text: 'delete from alert_webhook',
};

const secretContext = contextOf('alert_webhook', 'secret_sealed', 'operator');

export interface Webhook {
  url: string;
  secretSealed: Buffer;
}

export async function readWebhook(session: Session): Promise<Webhook | null> {
  return (await session.query<Webhook>(selectWebhook))[0] ?? null;
}

/** Null removes it. */
export async function storeWebhook(
  session: Session,
  secrets: Pick<Secrets, 'seal'>,
  webhook: { url: string; secret: string } | null,
): Promise<void> {
  if (webhook === null) await session.query(deleteWebhook);
  else
    await session.query(upsertWebhook, [webhook.url, secrets.seal(webhook.secret, secretContext)]);
}

export interface WebhookDeps {
  database: Session;
  secrets: Pick<Secrets, 'unseal'>;
  post(request: PostRequest): Promise<PostResult>;
}

/**
 * Posts what a notification is made of, to the address that is set up now. Taken is HTTP 200, as of
 * callbacks.
 */
export const webhookSender =
  ({ database, secrets, post }: WebhookDeps): Send =>
  async (_address, { subject }, { id, kind, parameters }) => {
    const webhook = await readWebhook(database);
    if (webhook === null) return { type: 'refused', reason: 'no webhook' };
    const body = JSON.stringify({ id, type: kind, text: subject, ...(parameters as object) });
    const signed = await makeWebhookHeaders({
      id,
      body,
      secret: secrets.unseal(webhook.secretSealed, secretContext),
      timestampMs: environment.now(),
    });
    const { errorClass, status } = await post({
      url: webhook.url,
      headers: { 'content-type': 'application/json', ...signed },
      body,
      timeoutMs: postTimeoutMs,
      bodyMaxBytes: answerMaxBytes,
      pins: null,
    });
    return errorClass === null
      ? { type: 'sent' }
      : { type: 'failed', reason: status === null ? errorClass : `HTTP ${status}` };
  };

/**
 * Through the operator's own application: charged, routed and logged as every SMS. The id keeps a
 * repeated attempt from being a second message.
 */
export const smsSender =
  (database: Database, accept: AcceptDeps): Send =>
  async (phone, message, { id, language }) => {
    const { sms } = (await readSettings(database)).settings;
    const app = sms === null ? null : readKeyId(sms.app, 'js');
    if (sms === null || app === null) return { type: 'refused', reason: 'no SMS application' };
    // A developer may have got a seat since it was chosen.
    if (!(await mayPayForAlerts(database, sms.accountId)))
      return { type: 'refused', reason: 'the SMS account is a developer’s' };
    const sent = await sendAsUser(
      accept,
      { id: app.keyId, accountId: sms.accountId },
      {
        sender: sms.sender,
        content: smsText(message, language),
        msisdns: [phone],
        idempotencyKey: id,
        scheduleAtMs: null,
        reportUrl: null,
      },
    );
    if (sent === null) return { type: 'failed', reason: 'the SMS application does not exist' };
    if (sent.ok) return { type: 'sent' };
    const { type } = sent.refusal;
    return { type: type === 'numbers' ? 'refused' : 'failed', reason: type };
  };
