// GET claim/{claimRef}: what became of a claim (rule S5).

import { codes, texts } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { findClaim } from './index.ts';
import { presentClaim } from './present.ts';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import type { PaymentsEndpoint } from '../../payments/api/http-endpoint.ts';

export function claimEndpoint(deps: { database: Session }): PaymentsEndpoint {
  return {
    method: 'GET',
    path: '/api-services/claim/:claimRef',
    refusalForm: envelopeForm,
    load: 'read',
    handle: async ({ account, reply }) => {
      const say = texts[account.language];
      const { claimRef } = reply.request.params as { claimRef: string };
      const claim = await findClaim(deps, { accountId: account.id, reference: claimRef });
      if (claim === null) return { refused: refusal(codes.notFound, say.unknownClaim()) };
      const data = { claim: presentClaim(claim) };
      return { body: { code: codes.done, msg: say.success(), error: false, data } };
    },
  };
}
