// POST remit-send-info: returns the cost of sending a remittance. The provider's quote, member for
// member.

import {
  amountProblem,
  checkRemitSendInfo,
  codes,
  decimalsOf,
  parseAmount,
  publicStatus,
  texts,
  toDecimalString,
  type FieldFault,
} from '@jokko/contract';
import type { RemitSendData } from '@jokko/connectors/kit';
import type { Catalogue } from '../catalogue/index.ts';
import { quoteRemittance } from '../operations/index.ts';
import { invalidFields, refusedByProvider } from '../api/http-refusal.ts';
import { envelopeForm } from '../../platform/http/http-refusal.ts';
import type { Call, PaymentsEndpoint } from '../api/http-endpoint.ts';
import { refusalOfInquiry } from '../api/http-not-asked.ts';
import type { RemittanceDeps } from './http-remit-reception-info.ts';

export function remitSendInfoEndpoint(deps: RemittanceDeps): PaymentsEndpoint {
  return {
    method: 'POST',
    path: '/api-services/remit-send-info',
    refusalForm: envelopeForm,
    needs: 'read',
    load: 'read',
    handle: async ({ account, body }) => {
      const faults = [...checkRemitSendInfo(body), ...amountFaults(body, deps.catalogue())];
      if (faults.length > 0) return { refused: invalidFields(faults, account.language) };
      const codeService = body['codeService'] as string;
      const order = {
        codeService,
        amount: body['amount'],
        sendData: body['remitSendData'] as RemitSendData,
      };
      const quoted = await quoteRemittance(deps, account, order);
      if (!quoted.ok) {
        if ('notAsked' in quoted)
          return {
            refused: refusalOfInquiry(quoted.notAsked, account, codeService, 'notRemittance'),
          };
        const amount = toDecimalString(
          parseAmount(body['amount'], decimalsOf(quoted.service.currency))!,
        );
        return {
          refused: refusedByProvider(
            deps.catalogue(),
            quoted.error,
            codeService,
            account.language,
            amount,
          ),
        };
      }
      const data = {
        status: publicStatus.success,
        success: true,
        sendValidationResponse: quoted.quote,
        errorMessage: null,
      };
      return { body: { code: codes.done, msg: texts[account.language].ok(), error: false, data } };
    },
  };
}

/** Of an amount that has the form of one; how many decimals it may have is the service's to say. All faults of a body are reported together. */
function amountFaults({ amount, codeService }: Call['body'], catalogue: Catalogue): FieldFault[] {
  if (typeof amount !== 'number' && (typeof amount !== 'string' || amount === '')) return [];
  const service = typeof codeService === 'string' ? catalogue.service(codeService) : undefined;
  const problem = amountProblem(amount, decimalsOf(service?.currency ?? ''));
  return problem === null ? [] : [{ field: 'amount', problem }];
}
