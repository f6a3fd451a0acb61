// Answers Meta's check of our address, and reads its signed notices about messages.

import { createHmac } from 'node:crypto';
import type {
  JsonObject,
  Notice,
  ProviderEvent,
  QueryOutcome,
  Receipt,
  Refs,
} from '@jokko/connectors/kit';
import {
  asObject,
  failedFor,
  isSameSecret,
  listMember,
  objectFromWire,
  pending,
  succeeded,
  textMember,
  wordMember,
} from '@jokko/connectors/kit';
import type { WhatsappConfig } from './config.ts';
import { failedAnyhow } from './error-table.ts';
import { readError } from './read-error.ts';

/**
 * 200 for what Meta has signed, with an event for each message; 401 for a wrong signature, 403 for
 * a wrong verify token.
 */
export function receive(config: WhatsappConfig, notice: Notice): Receipt {
  if (notice.method === 'GET') return challenge(config, notice.query ?? {});
  if (notice.method !== 'POST') return refuse(405);
  if (!isSigned(config, notice)) return refuse(401);
  const object = objectFromWire(notice.body);
  if (object === null || object['object'] !== 'whatsapp_business_account') return refuse(400);
  const events = statusesOf(object, config.phoneNumberId).flatMap(
    (status) => eventOf(config, status) ?? [],
  );
  return { reply: { status: 200 }, events };
}

function challenge(config: WhatsappConfig, query: { [name: string]: string }): Receipt {
  const isMeta =
    query['hub.mode'] === 'subscribe' &&
    isSameSecret(query['hub.verify_token'] ?? '', config.verifyToken);
  const text = query['hub.challenge'] ?? '';
  // Printed as plain text; still, nothing but what Meta sends.
  if (!isMeta || !/^[\w-]{1,200}$/.test(text)) return refuse(403);
  return { reply: { status: 200, body: text, contentType: 'text/plain' }, events: [] };
}

/** Over the raw bytes, which Meta has escaped in its own way. */
function isSigned({ appSecret }: WhatsappConfig, { headers, body }: Notice): boolean {
  const signature = headers['x-hub-signature-256'] ?? '';
  const expected = `sha256=${createHmac('sha256', appSecret).update(body).digest('hex')}`;
  return isSameSecret(signature, expected);
}

/** Statuses of our number; an account may have several, and other news come by the same way. */
function statusesOf(object: JsonObject, phoneNumberId: string): JsonObject[] {
  return listMember(object, 'entry')
    .flatMap((entry) => listMember(entry, 'changes'))
    .map((change) => asObject(change['value']))
    .filter((value) => value !== null)
    .filter((value) => asObject(value['metadata'])?.['phone_number_id'] === phoneNumberId)
    .flatMap((value) => listMember(value, 'statuses'));
}

/** Null: no message of the gateway, or news that changes nothing. */
function eventOf(config: WhatsappConfig, status: JsonObject): ProviderEvent | null {
  const theirs = textMember(status, 'id');
  const ours = textMember(status, 'biz_opaque_callback_data');
  const word = wordMember(status, 'status')?.toLowerCase();
  if (theirs === undefined || ours === undefined || word === undefined) return null;
  const outcome = outcomeOf(config, status, word, { ours, theirs });
  if (outcome === null) return null;
  return {
    match: { ours, theirs },
    authenticated: true,
    dedupeKey: `${theirs}:${word}`,
    claims: { ours },
    outcome,
  };
}

function outcomeOf(
  { successOn, sandbox }: WhatsappConfig,
  status: JsonObject,
  word: string,
  refs: Refs,
): QueryOutcome | null {
  switch (word) {
    case 'sent':
      return successOn === 'delivered' ? pending(refs, 'provider') : succeeded(refs);
    case 'delivered':
    case 'read':
    case 'played':
      return succeeded(refs);
    case 'failed': {
      const [error] = listMember(status, 'errors');
      const read = error === undefined ? null : readError(error, sandbox);
      const reason = read === null ? undefined : String(read.code);
      // A fault of Meta's own is a reason too; what no table has is none.
      const row = read === null || read.row === 'unclear' ? failedAnyhow : read.row;
      return failedFor(refs, row, { status: word, reason, message: read?.message });
    }
    default:
      return null;
  }
}

function refuse(status: number): Receipt {
  return { reply: { status }, events: [] };
}
