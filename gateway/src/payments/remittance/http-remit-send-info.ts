// POST remit-send-info: returns the cost of sending a remittance. The provider's quote, member for
// member.

import {
  amountProblem,
  checkRemitSendInfo,
  decimalsOf,
  parseAmount,
  publicStatus,
  remitSendInfoEndpoint,
  texts,
  toDecimalString,
  type FieldFault,
} from '@jokko/contract';
import type { Catalogue } from '../catalogue/index.ts';
import { quoteRemittance } from '../operations/index.ts';
import { refusedByProvider } from '../api/http-refusal.ts';
import { envelopeForm } from '../../platform/http/http-refusal.ts';
import { success } from '../api/http-answer.ts';
import { implement } from '../api/http-implement.ts';
import { refusalOfInquiry } from '../api/http-not-asked.ts';
import type { RemittanceDeps } from './http-remit-reception-info.ts';

export function implementRemitSendInfo(deps: RemittanceDeps) {
  const check = (body: object) => [
    ...checkRemitSendInfo(body),
    ...amountFaults(body, deps.catalogue()),
  ];
  return implement(remitSendInfoEndpoint, check, {
    refusalForm: envelopeForm,
    needs: 'read',
    load: 'read',
    handle: async ({ account, given: { codeService, amount, remitSendData: sendData } }) => {
      const order = { codeService, amount, sendData };
      const quoted = await quoteRemittance(deps, account, order);
      if (!quoted.ok) {
        if ('notAsked' in quoted)
          return {
            refused: refusalOfInquiry(quoted.notAsked, account, codeService, 'notRemittance'),
          };
        const read = parseAmount(amount, decimalsOf(quoted.service.currency))!;
        return {
          refused: refusedByProvider(
            deps.catalogue(),
            quoted.error,
            codeService,
            account.language,
            toDecimalString(read),
          ),
        };
      }
      return success(texts[account.language].ok(), {
        status: publicStatus.success,
        success: true,
        sendValidationResponse: quoted.quote,
        errorMessage: null,
      });
    },
  });
}

/**
 * The faults of an amount that has the form of one; how many decimals it may have is the service's
 * to say. All faults of a body are reported together.
 */
function amountFaults(
  { amount, codeService }: { amount?: unknown; codeService?: unknown },
  catalogue: Catalogue,
): FieldFault[] {
  if (typeof amount !== 'number' && (typeof amount !== 'string' || amount === '')) return [];
  const service = typeof codeService === 'string' ? catalogue.service(codeService) : undefined;
  const problem = amountProblem(amount, decimalsOf(service?.currency ?? ''));
  return problem === null ? [] : [{ field: 'amount', problem }];
}
