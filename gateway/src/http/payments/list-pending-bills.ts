// POST list-pending-bills: which bills of a customer are unpaid? What is listed can be paid for 24 hours (rule S6).

import type { FastifyInstance } from 'fastify';
import { checkListPendingBills, codes, publicStatus, texts, toJsonNumber } from '@jokko/contract';
import type { PendingBill, ProviderError } from '@jokko/connector-kit';
import type { Session } from '../../db/database.ts';
import { lookUpBills, refusalOf, type Providers } from '../../domain/operations/index.ts';
import { envelopeForm, errorRecord, invalidFields } from '../present/refusal.ts';
import { registerEndpoint, type Answer, type Call, type EndpointDeps } from './endpoint.ts';
import { refusalOfLookUp } from './not-asked.ts';

export interface BillsDeps extends EndpointDeps {
  database: Session;
  providers: Providers;
}

export function registerListPendingBills(app: FastifyInstance, deps: BillsDeps): void {
  registerEndpoint(
    app,
    deps,
    { method: 'POST', path: '/api-services/list-pending-bills', refusalForm: envelopeForm, needs: 'read', load: 'read' },
    async (call) => {
      const { account, body } = call;
      const faults = checkListPendingBills(body);
      if (faults.length > 0) return { refused: invalidFields(faults, account.language) };
      const codeService = body['codeService'] as string;
      const listed = await lookUpBills(deps, account, { codeService, accountNumber: (body['billAccountNumber'] as string).trim() });
      if (listed.ok) return present(listed.bills, call);
      if ('notAsked' in listed) return { refused: refusalOfLookUp(listed.notAsked, account, codeService, 'notBillPay') };
      return refused(deps, call, codeService, listed.error);
    },
  );
}

function present(bills: PendingBill[], { account }: Call): Answer {
  const pendingBills = bills.map(({ amount, billReference, infos }) => ({ amount: toJsonNumber(amount), billReference, infos }));
  const data = { status: publicStatus.success, pendingBills: { success: true, pendingBills } };
  return { body: { code: codes.done, msg: texts[account.language].pendingBills({ count: bills.length }), error: false, data } };
}

/** The one refusal that says `error: false` (interface, Errors rule 3). */
function refused(deps: BillsDeps, { account }: Call, codeService: string, error: ProviderError): Answer {
  const { errorId } = refusalOf(error);
  const { message: msg } = errorRecord(deps.catalogue(), errorId, codeService, account.language, null);
  const text = msg === '' ? texts[account.language].billCannotBePaid() : msg;
  return { body: { code: codes.refused, msg: text, error: false, data: { status: publicStatus.failed, pendingBills: [] } } };
}
