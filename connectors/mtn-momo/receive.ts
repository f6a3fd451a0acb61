// Reads a callback of the provider. It comes once, by POST or PUT, and is not signed: it only ever
// triggers a status query.

import { defined } from '@jokko/contract';
import { hash } from 'node:crypto';
import type { Notice, Receipt } from '@jokko/connectors/kit';
import { objectFromWire, textMember } from '@jokko/connectors/kit';
import type { MtnMomoConfig } from './config.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** 200 and one event; 4xx for what cannot be one of our callbacks. */
export function receive(_config: MtnMomoConfig, notice: Notice): Receipt {
  if (notice.method !== 'PUT' && notice.method !== 'POST') return refuse(405);
  const object = objectFromWire(notice.body);
  const ours = object === null ? undefined : textMember(object, 'externalId')?.toLowerCase();
  if (object === null || ours === undefined || !uuid.test(ours)) return refuse(400);
  const theirs = textMember(object, 'financialTransactionId');
  const match = { ours, ...defined({ theirs }) };
  const dedupeKey = `${ours}:${hash('sha256', notice.body, 'hex')}`;
  return { reply: { status: 200 }, events: [{ match, authenticated: false, dedupeKey }] };
}

function refuse(status: number): Receipt {
  return { reply: { status }, events: [] };
}
