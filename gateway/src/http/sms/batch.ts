// GET /api/sms/batches/{id}: what became of a request, in numbers?

import type { FastifyInstance } from 'fastify';
import { smsCodes, smsStates, smsTexts, toJsonNumber, type SmsBatchResponse, type SmsState } from '@jokko/contract';
import type { Session } from '../../db/database.ts';
import { findBatch, type Batch } from '../../domain/sms/index.ts';
import { refuseField, registerSmsGet, type SmsCall, type SmsEndpointDeps } from './endpoint.ts';

export type BatchDeps = SmsEndpointDeps & { database: Session };

const idForm = /^[1-9]\d{0,15}$/;

/** The batch that the path names; null when there is none, or it is no id at all. */
export function batchIdOf({ request }: SmsCall): string | null {
  const { id } = request.params as { id: string };
  return idForm.test(id) ? id : null;
}

export function registerBatch(app: FastifyInstance, deps: BatchDeps): void {
  registerSmsGet(app, deps, '/api/sms/batches/:id', async (call) => {
    const say = smsTexts[call.app.language];
    const id = batchIdOf(call);
    const batch = id === null ? null : await findBatch(deps.database, id, { appId: call.app.id, accountId: call.app.accountId });
    if (batch === null) return refuseField('id', say.batchUnknown());
    return { body: { code: smsCodes.read, error: false, msg: say.ok(), data: present(batch) } satisfies SmsBatchResponse };
  });
}

const open: readonly SmsState[] = ['ACCEPTED', 'QUEUED', 'SENT'];

function present({ id, sender, content, encoding, parts, recipients, currency, ...batch }: Batch): SmsBatchResponse['data'] {
  return {
    id,
    createdAt: batch.createdAt.toISOString(),
    validUntil: batch.validUntil.toISOString(),
    sender,
    content,
    encoding,
    parts,
    recipients,
    currency,
    charged: toJsonNumber(batch.charged),
    refunded: toJsonNumber(batch.refunded),
    final: open.every((state) => (batch.counts[state] ?? 0) === 0),
    states: Object.fromEntries(smsStates.map((state) => [state, batch.counts[state] ?? 0])) as SmsBatchResponse['data']['states'],
  };
}
