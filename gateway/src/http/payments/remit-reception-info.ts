// POST remit-reception-info: what waits under a remittance reference? The provider's record, member for member.

import type { FastifyInstance } from 'fastify';
import { checkRemitReceptionInfo, codes, decimalsOf, parseAmount, publicStatus, texts } from '@jokko/contract';
import type { Session } from '../../db/database.ts';
import type { Providers } from '../../domain/operations/index.ts';
import { rememberLookup } from '../../domain/remittance/index.ts';
import { envelopeForm, invalidFields, refusedByProvider } from '../present/refusal.ts';
import { activeService } from './active-service.ts';
import { registerEndpoint, type EndpointDeps } from './endpoint.ts';

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
      const active = activeService(deps, account, codeService, ['remit_receive'], 'notRemittance');
      if ('refused' in active) return active;
      const reference = body['referenceNumber'] as string;
      const found = await active.provider.connector.lookup!(active.provider.context, codeService, reference);
      if ('error' in found) return { refused: refusedByProvider(deps.catalogue(), found.error, codeService, account.language, null) };
      const decimals = decimalsOf(active.service.currency);
      const amountMinor = parseAmount(found.record['receiveAmount'], decimals);
      if (amountMinor !== null) await rememberLookup(deps.database, { accountId: account.id, codeService, amountMinor, reference });
      const data = { status: publicStatus.success, referenceNumberResponse: found.record };
      return { body: { code: codes.done, msg: texts[account.language].ok(), error: false, data } };
    },
  );
}
