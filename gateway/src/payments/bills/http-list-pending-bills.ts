// POST list-pending-bills: lists the unpaid bills of a customer. What is listed can be paid for 24
// hours (rule S6).

import {
  checkListPendingBills,
  codes,
  listPendingBillsEndpoint,
  publicStatus,
  texts,
  toJsonNumber,
} from '@jokko/contract';
import type { PendingBill, ProviderError } from '@jokko/connectors/kit';
import type { Session } from '../../platform/db/database.ts';
import { inquireBills, refusalOf, type Providers } from '../operations/index.ts';
import { errorRecord } from '../api/http-refusal.ts';
import { envelopeForm } from '../../platform/http/http-refusal.ts';
import { success } from '../api/http-answer.ts';
import type { Call, EndpointDeps } from '../api/http-endpoint.ts';
import { implement } from '../api/http-implement.ts';
import { refusalOfInquiry } from '../api/http-not-asked.ts';

export interface BillsDeps extends EndpointDeps {
  database: Session;
  providers: Providers;
}

export const implementListPendingBills = (deps: BillsDeps) =>
  implement(listPendingBillsEndpoint, checkListPendingBills, {
    refusalForm: envelopeForm,
    needs: 'read',
    load: 'read',
    handle: async (call) => {
      const { account, given } = call;
      const { codeService } = given;
      const listed = await inquireBills(deps, account, {
        codeService,
        accountNumber: given.billAccountNumber.trim(),
      });
      if (listed.ok) return present(listed.bills, call);
      if ('notAsked' in listed)
        return { refused: refusalOfInquiry(listed.notAsked, account, codeService, 'notBillPay') };
      return refused(deps, call, codeService, listed.error);
    },
  });

function present(bills: PendingBill[], { account }: Call) {
  const pendingBills = bills.map(({ amount, billReference, infos }) => ({
    amount: toJsonNumber(amount),
    billReference,
    infos: infos.map(({ label, value }) => ({ label: label[account.language], value })),
  }));
  return success(texts[account.language].pendingBills({ count: bills.length }), {
    status: publicStatus.success,
    pendingBills: { success: true as const, pendingBills },
  });
}

/** The one refusal that says `error: false` (interface, Errors rule 3). */
function refused(deps: BillsDeps, { account }: Call, codeService: string, error: ProviderError) {
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
      error: false as const,
      data: { status: publicStatus.failed, pendingBills: [] },
    },
  };
}
