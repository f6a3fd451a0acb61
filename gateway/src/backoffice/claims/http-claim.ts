// GET claim/{claimRef}: what became of a claim (rule S5).

import { claimEndpoint, codes, texts } from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { findClaim } from './index.ts';
import { presentClaim } from './present.ts';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import { success } from '../../payments/api/http-answer.ts';
import { implementUnchecked } from '../../payments/api/http-implement.ts';

export const implementClaim = (deps: { database: Session }) =>
  implementUnchecked(claimEndpoint, {
    refusalForm: envelopeForm,
    load: 'read',
    handle: async ({ account, params: { claimRef } }) => {
      const say = texts[account.language];
      const claim = await findClaim(deps, { accountId: account.id, reference: claimRef });
      if (claim === null) return { refused: refusal(codes.notFound, say.unknownClaim()) };
      return success(say.success(), { claim: presentClaim(claim) });
    },
  });
