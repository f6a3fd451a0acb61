// Reads a notice of DT One: the whole transaction, without a signature. It only ever triggers a
// status query.

import { defined } from '@jokko/contract';
import { hash } from 'node:crypto';
import type { Notice, Receipt } from '@jokko/connectors/kit';
import { asObject, codeMember, objectFromWire, textMember } from '@jokko/connectors/kit';
import type { DtOneConfig } from './config.ts';

/** 204 and one event; 400 for what is no transaction, 405 for anything but POST. */
export function receive(_config: DtOneConfig, notice: Notice): Receipt {
  if (notice.method !== 'POST') return { reply: { status: 405 }, events: [] };
  const object = objectFromWire(notice.body);
  const ours = object === null ? undefined : textMember(object, 'external_id');
  if (object === null || ours === undefined || asObject(object['status']) === null)
    return { reply: { status: 400 }, events: [] };
  const theirs = codeMember(object, 'id');
  return {
    reply: { status: 204 },
    events: [
      {
        match: { ours, ...defined({ theirs }) },
        authenticated: false,
        dedupeKey: hash('sha256', notice.body, 'hex'),
      },
    ],
  };
}
