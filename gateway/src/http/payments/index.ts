// All endpoints of the payments interface.

import type { FastifyInstance } from 'fastify';
import { registerBalance } from './balance.ts';
import { registerErrors } from './errors.ts';
import { registerEvents, type EventsDeps } from './events.ts';
import { registerGetTransactionStatus, type StatusDeps } from './get-transaction-status.ts';
import { registerListPendingBills } from './list-pending-bills.ts';
import { registerNewClaim } from './new-claim.ts';
import { registerOperation } from './operation.ts';
import { registerRefundCancel } from './refund-cancel.ts';
import { registerRemitReceptionInfo, type RemittanceDeps } from './remit-reception-info.ts';
import { registerRemitSendInfo } from './remit-send-info.ts';
import { registerServices } from './services.ts';

export type PaymentsDeps = StatusDeps &
  EventsDeps &
  RemittanceDeps &
  Parameters<typeof registerOperation>[1] &
  Parameters<typeof registerServices>[1];

export function registerPayments(app: FastifyInstance, deps: PaymentsDeps): void {
  registerServices(app, deps);
  registerErrors(app, deps);
  registerBalance(app, deps);
  registerEvents(app, deps);
  registerListPendingBills(app, deps);
  registerOperation(app, deps);
  registerGetTransactionStatus(app, deps);
  registerNewClaim(app, deps);
  registerRefundCancel(app, deps);
  registerRemitReceptionInfo(app, deps);
  registerRemitSendInfo(app, deps);
}
