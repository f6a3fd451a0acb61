// Sends a prepared order, and handles one whose card data are gone.

import type { Context, Intent, Outcome, Prepared, QueryOutcome, Refs } from '@jokko/connectors/kit';
import { errorIds, failed, notSent, refusalRow, unknown } from '@jokko/connectors/kit';
import { post } from './call.ts';
import { bytesToSend } from './card-body.ts';
import { resolution } from './config.ts';
import type { SandboxConfig } from './config.ts';
import { query } from './query.ts';
import { readAnswer } from './read-answer.ts';

export async function execute(
  context: Context<SandboxConfig>,
  intent: Intent,
  prepared: Prepared,
  how: 'first' | 'replay',
): Promise<Outcome> {
  const body = bytesToSend(context, intent, prepared);
  if (body !== null) {
    try {
      return await send(context, intent, prepared, body, 'submit');
    } finally {
      // It held a card.
      if (typeof body !== 'string') body.fill(0);
    }
  }
  if (how === 'first') return withoutCard(prepared.refs);
  // It was sent before: only the provider's word that it has never seen our reference makes this a
  // failure.
  const found = await query(context, intent, prepared.refs);
  return found.kind === 'absent' ? withoutCard(prepared.refs) : asOutcome(found);
}

export async function executeRefund(
  context: Context<SandboxConfig>,
  intent: Intent,
  prepared: Prepared,
): Promise<Outcome> {
  return send(context, intent, prepared, prepared.body, 'refund');
}

async function send(
  context: Context<SandboxConfig>,
  intent: Intent,
  prepared: Prepared,
  body: string | Buffer,
  call: 'submit' | 'refund',
): Promise<Outcome> {
  const { refs } = prepared;
  const result = await post(context, prepared.path, body);
  if (result.kind === 'not_sent') return notSent(refs, result.cause);
  const read = readAnswer({ context, intent, refs }, call, result);
  return asOutcome(read === 'inquire' ? await query(context, intent, refs) : read);
}

/**
 * Directly after sending, "absent" proves nothing, and a success taken back is for a later status
 * query to find.
 */
function asOutcome(found: QueryOutcome): Outcome {
  if (found.kind !== 'absent' && found.kind !== 'reversed') return found;
  return unknown(found.refs, 'ambiguous', resolution);
}

/** The payer's card never reached the provider: the 3-D Secure step cannot be completed. */
function withoutCard(refs: Refs): Outcome {
  return failed(refs, {
    ...refusalRow(errorIds.partial3ds, 'never'),
    provider: 'card data no longer held',
  });
}
