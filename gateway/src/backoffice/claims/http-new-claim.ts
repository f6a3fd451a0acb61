// POST new-claim: open a claim about a transaction (rule S5).

import {
  checkNewClaim,
  codes,
  newClaimEndpoint,
  readTransactionId,
  texts,
  type FieldFault,
} from '@jokko/contract';
import type { Session } from '../../platform/db/database.ts';
import type { AddressGuard } from '../../platform/outbound/guard.ts';
import type { Account } from '../../payments/accounts/index.ts';
import { callbackAddressFault } from '../../payments/callbacks/index.ts';
import { openClaim } from './index.ts';
import { presentClaim } from './present.ts';
import { findOperations } from '../../payments/operations/index.ts';
import { invalidFields } from '../../payments/api/http-refusal.ts';
import { envelopeForm, refusal } from '../../platform/http/http-refusal.ts';
import { success } from '../../payments/api/http-answer.ts';
import { implement } from '../../payments/api/http-implement.ts';

export const implementNewClaim = (deps: NewClaimDeps) =>
  implement(newClaimEndpoint, checkNewClaim, {
    refusalForm: envelopeForm,
    load: 'change',
    handle: async ({ account, given: { subject, message, transactionId, ...given } }) => {
      const say = texts[account.language];
      const callbackUrl = given.callbackUrl || null;
      const faults = callbackFaults(callbackUrl, account, deps);
      if (faults.length > 0) return { refused: invalidFields(faults, account.language) };
      const id = readTransactionId(transactionId);
      const [operation] =
        id === null ? [] : await findOperations(deps.database, [{ accountId: account.id, id }]);
      if (operation === undefined)
        return { refused: refusal(codes.notFound, say.unknownTransaction()) };
      const opened = await openClaim(deps, {
        accountId: account.id,
        operationId: BigInt(operation.terms.id),
        subject,
        message,
        callbackUrl,
      });
      if (opened.ok) return success(say.success(), { claim: presentClaim(opened.claim) });
      const msg = say.claimAlreadyOpen({ claimRef: opened.open.reference });
      return { refused: { code: codes.refused, msg, data: { claim: presentClaim(opened.open) } } };
    },
  });

interface NewClaimDeps {
  database: Session;
  /** Which hosts callbacks may be sent to. */
  guard: AddressGuard;
  sandbox: boolean;
}

/** The address is judged as an operation's is (rule O4); empty is absent. */
function callbackFaults(
  url: string | null,
  { allowHttpCallbacks }: Account,
  { guard, sandbox }: NewClaimDeps,
): FieldFault[] {
  if (url === null) return [];
  const policy = { guard, httpAllowed: sandbox || allowHttpCallbacks };
  const fault = callbackAddressFault('callbackUrl', url, policy);
  return fault === null ? [] : [fault];
}
