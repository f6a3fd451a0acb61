// Reads callbacks of the gateway. Medusa answers them with HTTP 200 before it reads them.

import type { ProviderWebhookPayload, WebhookActionResult } from '@medusajs/framework/types';
import { CallbackError, type Callback, type CallbackHeaders } from 'jokko-sdk';
import { isOpen, type Payments } from './payments.ts';

const ignored: WebhookActionResult = { action: 'not_supported' };

/**
 * Medusa's workflow applies a success; what failed it drops, so the session is put in error here.
 */
export async function readWebhook(
  payments: Payments,
  { rawData, headers }: ProviderWebhookPayload['payload'],
): Promise<WebhookActionResult> {
  const { jokko, sessions, results, logger } = payments;
  const callback = await jokko.callbacks
    .verify(rawData, headers as CallbackHeaders)
    .catch((error: unknown): Callback | null => {
      if (!(error instanceof CallbackError)) throw error;
      logger.warn(`Jokko: a callback is not genuine and was ignored: ${error.problem}.`);
      return null;
    });
  if (callback === null) return ignored;
  const { id, transactionId, amount } = callback;
  const session = await sessions.find(id);
  if (session === null) {
    logger.warn(`Jokko: transaction ${transactionId} (${callback.status}) has no payment session.`);
    return ignored;
  }
  if (callback.succeeded && session.data['cancelRequested'] === true) {
    logger.warn(
      `Jokko: the payment of session ${id} was to end: transaction ${transactionId} is given back.`,
    );
    await jokko
      .refund(transactionId)
      .catch((error: unknown) => logger.error(`Jokko: it was not given back: ${String(error)}`));
    return ignored;
  }
  if (callback.succeeded && (await wasGivenBack(payments, id))) {
    logger.warn(
      `Jokko: transaction ${transactionId} has been given back: its success is told late.`,
    );
    return ignored;
  }
  results.keep(id, callback);
  const data = { session_id: id, amount };
  if (callback.succeeded) return { action: 'captured', data };
  if (!callback.failed) return ignored;
  if (isOpen(session))
    await sessions.end(session, 'error', { ...session.data, ...results.of(id), id });
  return { action: 'failed', data };
}

/** Callbacks are repeated for days. Who cannot be asked now has not said so. */
async function wasGivenBack({ jokko, results }: Payments, id: string): Promise<boolean> {
  if (results.of(id)?.status === 'SUCCESS') return false;
  const status = await jokko.status(id).catch(() => null);
  if (status?.isFinal) results.keep(id, status);
  return results.of(id) !== undefined && results.of(id)?.status !== 'SUCCESS';
}
