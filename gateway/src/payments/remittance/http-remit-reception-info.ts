// POST remit-reception-info: returns what waits under a remittance reference. The provider's
// record, member for member.

import {
  checkRemitReceptionInfo,
  publicStatus,
  remitReceptionInfoEndpoint,
  texts,
} from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import { inquireReception, type Providers } from '../operations/index.ts';
import { invalidFields, refusedByProvider } from '../api/http-refusal.ts';
import { envelopeForm } from '../../platform/http/http-refusal.ts';
import { success } from '../api/http-answer.ts';
import type { EndpointDeps } from '../api/http-endpoint.ts';
import { implementUnchecked } from '../api/http-implement.ts';
import { refusalOfInquiry } from '../api/http-not-asked.ts';

export interface RemittanceDeps extends EndpointDeps {
  database: Session;
  providers: Providers;
}

export const implementRemitReceptionInfo = (deps: RemittanceDeps) =>
  implementUnchecked(remitReceptionInfoEndpoint, {
    refusalForm: envelopeForm,
    needs: 'read',
    load: 'read',
    handle: async ({ account, body }) => {
      const codeService = String(body['codeService']);
      const faults = checkRemitReceptionInfo(body);
      if (faults.length > 0)
        return {
          refused: invalidFields(faults, account.language, {
            catalogue: deps.catalogue(),
            codeService,
            errorId: null,
          }),
        };
      const found = await inquireReception(deps, account, {
        codeService,
        reference: body['referenceNumber'] as string,
      });
      if (!found.ok) {
        if ('notAsked' in found)
          return {
            refused: refusalOfInquiry(found.notAsked, account, codeService, 'notRemittance'),
          };
        return {
          refused: refusedByProvider(
            deps.catalogue(),
            found.error,
            codeService,
            account.language,
            null,
          ),
        };
      }
      return success(texts[account.language].ok(), {
        status: publicStatus.success,
        referenceNumberResponse: found.record,
      });
    },
  });
