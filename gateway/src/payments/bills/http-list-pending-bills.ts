// POST list-pending-bills: lists the unpaid bills of a customer. What is listed can be paid for 24
// hours (rule S6).

import { checkListPendingBills, codes, publicStatus, texts, toJsonNumber } from '@jokko/contract';
import type { PendingBill, ProviderError } from '@jokko/connectors/kit';
import type { Session } from '../../platform/db/database.ts';
import { inquireBills, refusalOf, type Providers } from '../operations/index.ts';
import { errorRecord, invalidFields } from '../api/http-refusal.ts';
import { envelopeForm } from '../../platform/http/http-refusal.ts';
import type { Answer, Call, EndpointDeps, PaymentsEndpoint } from '../api/http-endpoint.ts';
import { refusalOfInquiry } from '../api/http-not-asked.ts';

export interface BillsDeps extends EndpointDeps {
  database: Session;
  providers: Providers;
}

export function listPendingBillsEndpoint(deps: BillsDeps): PaymentsEndpoint {
  return {
    method: 'POST',
    path: '/api-services/list-pending-bills',
    refusalForm: envelopeForm,
    needs: 'read',
    load: 'read',
    handle: async (call) => {
      const { account, body } = call;
      const faults = checkListPendingBills(body);
      if (faults.length > 0) return { refused: invalidFields(faults, account.language) };
      const codeService = body['codeService'] as string;
      const listed = await inquireBills(deps, account, {
        codeService,
        accountNumber: (body['billAccountNumber'] as string).trim(),
      });
      if (listed.ok) return present(listed.bills, call);
      if ('notAsked' in listed)
        return { refused: refusalOfInquiry(listed.notAsked, account, codeService, 'notBillPay') };
      return refused(deps, call, codeService, listed.error);
    },
  };
}

function present(bills: PendingBill[], { account }: Call): Answer {
  const pendingBills = bills.map(({ amount, billReference, infos }) => ({
    amount: toJsonNumber(amount),
    billReference,
    infos: infos.map(({ label, value }) => ({ label: label[account.language], value })),
  }));
  const data = { status: publicStatus.success, pendingBills: { success: true, pendingBills } };
  return {
    body: {
      code: codes.done,
      msg: texts[account.language].pendingBills({ count: bills.length }),
      error: false,
      data,
    },
  };
}

/** The one refusal that says `error: false` (interface, Errors rule 3). */
function refused(
  deps: BillsDeps,
  { account }: Call,
  codeService: string,
  error: ProviderError,
): Answer {
  const { errorId } = refusalOf(error);
  const { message: msg } = errorRecord(
    deps.catalogue(),
    errorId,
    codeService,
    account.language,
    null,
  );
  const text = msg === '' ? texts[account.language].billCannotBePaid() : msg;
  return {
    body: {
      code: codes.refused,
      msg: text,
      error: false,
      data: { status: publicStatus.failed, pendingBills: [] },
    },
  };
}
