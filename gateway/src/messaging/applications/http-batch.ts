// GET /api/sms/batches/{id}: returns the state of a request in numbers.

import {
  smsCodes,
  smsStates,
  smsTexts,
  toJsonNumber,
  type SmsBatchResponse,
} from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { findBatch, type Batch } from './index.ts';
import {
  refuseField,
  smsGet,
  type SmsCall,
  type SmsEndpoint,
  type SmsEndpointDeps,
} from '../api/http-endpoint.ts';

export type BatchDeps = SmsEndpointDeps & { database: Session };

const idForm = /^[1-9]\d{0,15}$/;

/** The batch that the path names; null when there is none, or it is no id at all. */
export function batchIdOf({ request }: SmsCall): string | null {
  const { id } = request.params as { id: string };
  return idForm.test(id) ? id : null;
}

export function batchEndpoint(deps: BatchDeps): SmsEndpoint {
  return smsGet({
    method: 'GET',
    path: '/api/sms/batches/:id',
    kind: 'read',
    handle: async (call) => {
      const say = smsTexts[call.app.language];
      const id = batchIdOf(call);
      const batch =
        id === null
          ? null
          : await findBatch(deps.database, id, {
              appId: call.app.id,
              accountId: call.app.accountId,
            });
      if (batch === null) return refuseField('id', say.batchUnknown());
      return {
        body: {
          code: smsCodes.read,
          error: false,
          msg: say.ok(),
          data: present(batch),
        } satisfies SmsBatchResponse,
      };
    },
  });
}

function present({
  id,
  sender,
  content,
  encoding,
  parts,
  recipients,
  amounts,
  ...batch
}: Batch): SmsBatchResponse['data'] {
  const only = amounts.length === 1 ? amounts[0]! : null;
  return {
    id,
    createdAt: batch.createdAt.toISOString(),
    scheduledAt: batch.scheduledAt?.toISOString() ?? null,
    cancelledAt: batch.cancelledAt?.toISOString() ?? null,
    validUntil: batch.validUntil.toISOString(),
    sender,
    content,
    encoding,
    parts,
    recipients,
    // Amounts of several currencies have no sum.
    currency: only?.currency ?? null,
    charged: only === null ? null : toJsonNumber(only.charged),
    refunded: only === null ? null : toJsonNumber(only.refunded),
    amounts: amounts.map(({ currency, charged, refunded }) => ({
      currency,
      charged: toJsonNumber(charged),
      refunded: toJsonNumber(refunded),
    })),
    final: batch.open === 0,
    states: Object.fromEntries(
      smsStates.map((state) => [state, batch.counts[state] ?? 0]),
    ) as SmsBatchResponse['data']['states'],
  };
}
