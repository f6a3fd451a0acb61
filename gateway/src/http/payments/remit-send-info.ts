// POST remit-send-info: what would sending a remittance cost? The provider's quote, member for member.

import type { FastifyInstance } from 'fastify';
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
import type { RemitSendData } from '@jokko/connector-kit';
import type { Catalogue } from '../../domain/catalogue/index.ts';
import { quoteRemittance } from '../../domain/operations/index.ts';
import { envelopeForm, invalidFields, refusedByProvider } from '../present/refusal.ts';
import { registerEndpoint, type Call } from './endpoint.ts';
import { refusalOfLookUp } from './not-asked.ts';
import type { RemittanceDeps } from './remit-reception-info.ts';

export function registerRemitSendInfo(app: FastifyInstance, deps: RemittanceDeps): void {
  registerEndpoint(
    app,
    deps,
    { method: 'POST', path: '/api-services/remit-send-info', refusalForm: envelopeForm, needs: 'read', load: 'read' },
    async ({ account, body }) => {
      const faults = [...checkRemitSendInfo(body), ...amountFaults(body, deps.catalogue())];
      if (faults.length > 0) return { refused: invalidFields(faults, account.language) };
      const codeService = body['codeService'] as string;
      const order = { codeService, amount: body['amount'], sendData: body['remitSendData'] as RemitSendData };
      const quoted = await quoteRemittance(deps, account, order);
      if (!quoted.ok) {
        if ('notAsked' in quoted) return { refused: refusalOfLookUp(quoted.notAsked, account, codeService, 'notRemittance') };
        const amount = toDecimalString(parseAmount(body['amount'], decimalsOf(quoted.service.currency))!);
        return { refused: refusedByProvider(deps.catalogue(), quoted.error, codeService, account.language, amount) };
      }
      const data = { status: publicStatus.success, success: true, sendValidationResponse: quoted.quote, errorMessage: null };
      return { body: { code: codes.done, msg: texts[account.language].ok(), error: false, data } };
    },
  );
}

/** Of an amount that has the form of one; how many decimals it may have is the service's to say. All faults of a body are told together. */
function amountFaults({ amount, codeService }: Call['body'], catalogue: Catalogue): FieldFault[] {
  if (typeof amount !== 'number' && (typeof amount !== 'string' || amount === '')) return [];
  const service = typeof codeService === 'string' ? catalogue.service(codeService) : undefined;
  const problem = amountProblem(amount, decimalsOf(service?.currency ?? ''));
  return problem === null ? [] : [{ field: 'amount', problem }];
}
