// Reads a callback of the provider. How its optional hash is made is not documented well enough to
// be proof: a callback only ever triggers a status query.

import { defined } from '@jokko/contract';
import { hash } from 'node:crypto';
import type { Notice, Receipt } from '@jokko/connectors/kit';
import { asObject, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { AirtelConfig } from './config.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** 200 and one event; 4xx for what cannot be one of our callbacks. */
export function receive(_config: AirtelConfig, notice: Notice): Receipt {
  if (notice.method !== 'POST' && notice.method !== 'PUT') return refuse(405);
  const transaction = asObject(objectFromWire(notice.body)?.['transaction']);
  const ours = transaction === null ? undefined : textMember(transaction, 'id')?.toLowerCase();
  if (transaction === null || ours === undefined || !uuid.test(ours)) return refuse(400);
  const theirs = textMember(transaction, 'airtel_money_id');
  const match = { ours, ...defined({ theirs }) };
  const dedupeKey = `${ours}:${hash('sha256', notice.body, 'hex')}`;
  return { reply: { status: 200 }, events: [{ match, authenticated: false, dedupeKey }] };
}

function refuse(status: number): Receipt {
  return { reply: { status }, events: [] };
}
