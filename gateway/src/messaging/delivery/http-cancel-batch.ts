// POST /api/sms/batches/{id}/cancel: cancels a scheduled batch before it starts (rule X6).

import { readSmsCancel, smsCodes, smsTexts, type SmsCancelResponse } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { batchIdOf } from '../applications/http-batch.ts';
import {
  refuseField,
  smsPost,
  type SmsEndpoint,
  type SmsEndpointDeps,
} from '../api/http-endpoint.ts';
import { cancelBatch } from './cancel-batch.ts';

export type CancelBatchDeps = SmsEndpointDeps & { database: Database };

export function cancelBatchEndpoint(deps: CancelBatchDeps): SmsEndpoint {
  return smsPost({
    method: 'POST',
    path: '/api/sms/batches/:id/cancel',
    kind: 'change',
    read: readSmsCancel,
    handle: async (call) => {
      const say = smsTexts[call.app.language];
      const { id: appId, accountId } = call.app;
      const id = batchIdOf(call);
      if (id === null) return refuseField('id', say.batchUnknown());
      const result = await cancelBatch(deps.database, { id, accountId, appId });
      if (!result.ok) return refuseField('id', say.batchNotCancelled[result.refusal]);
      return {
        body: {
          code: smsCodes.read,
          error: false,
          msg: say.ok(),
          data: { id, cancelled: result.recipients },
        } satisfies SmsCancelResponse,
      };
    },
  });
}
