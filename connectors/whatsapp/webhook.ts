// Tells Meta where notices of the account go. Meta checks the address with a GET while this call
// waits, and our route answers it.

import type { Context, Intent } from '@jokko/connectors/kit';
import { objectFromWire } from '@jokko/connectors/kit';
import { post } from './call.ts';
import type { WhatsappConfig } from './config.ts';

/** Registered anew now and then, in case that somebody has changed it. */
const registrationLivesMs = 6 * 60 * 60_000;

/** True when Meta has the address; asked once for all messages. */
export async function webhookStands(
  context: Context<WhatsappConfig>,
  { urls: { notify } }: Intent,
): Promise<boolean> {
  try {
    await context.token(`webhook ${notify}`, () => register(context, notify));
    return true;
  } catch {
    context.log('error', 'the address of notices could not be registered', {
      connector: 'whatsapp',
    });
    return false;
  }
}

async function register(
  context: Context<WhatsappConfig>,
  address: string,
): Promise<{ value: string; livesMs: number }> {
  const { wabaId, verifyToken } = context.config;
  const body = JSON.stringify({ override_callback_uri: address, verify_token: verifyToken });
  const result = await post(context, `/${wabaId}/subscribed_apps`, body);
  const object = result.kind === 'answer' ? objectFromWire(result.body) : null;
  if (object?.['success'] !== true) throw new Error('not registered');
  return { value: address, livesMs: registrationLivesMs };
}
