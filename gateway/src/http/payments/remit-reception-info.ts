// POST remit-reception-info: what waits under a remittance reference? The provider's record, member for member.

import type { FastifyInstance } from 'fastify';
import { checkRemitReceptionInfo, codes, publicStatus, texts } from '@jokko/contract';
import type { Session } from '../../db/database.ts';
import { lookUpReception, type Providers } from '../../domain/operations/index.ts';
import { envelopeForm, invalidFields, refusedByProvider } from '../present/refusal.ts';
import { registerEndpoint, type EndpointDeps } from './endpoint.ts';
import { refusalOfLookUp } from './not-asked.ts';

export interface RemittanceDeps extends EndpointDeps {
  database: Session;
  providers: Providers;
}

export function registerRemitReceptionInfo(app: FastifyInstance, deps: RemittanceDeps): void {
  registerEndpoint(
    app,
    deps,
    { method: 'POST', path: '/api-services/remit-reception-info', refusalForm: envelopeForm, needs: 'read', load: 'read' },
    async ({ account, body }) => {
      const codeService = String(body['codeService']);
      const faults = checkRemitReceptionInfo(body);
      if (faults.length > 0)
        return { refused: invalidFields(faults, account.language, { catalogue: deps.catalogue(), codeService, errorId: null }) };
      const found = await lookUpReception(deps, account, { codeService, reference: body['referenceNumber'] as string });
      if (!found.ok) {
        if ('notAsked' in found) return { refused: refusalOfLookUp(found.notAsked, account, codeService, 'notRemittance') };
        return { refused: refusedByProvider(deps.catalogue(), found.error, codeService, account.language, null) };
      }
      const data = { status: publicStatus.success, referenceNumberResponse: found.record };
      return { body: { code: codes.done, msg: texts[account.language].ok(), error: false, data } };
    },
  );
}
