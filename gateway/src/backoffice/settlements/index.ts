// Settlements: a developer's available balance goes to a bank account or wallet. Entry point of the
// noun.

export { previewBankAccount } from './bank-preview.ts';
export { paidSettlementsFile, sumPaid } from './paid-file.ts';
export {
  addDestination,
  confirmDestination,
  removeDestination,
  type DestinationChanged,
} from './destinations.ts';
export { listDestinations, listUnconfirmed, type Destination } from './destination-store.ts';
export { paySettlement, refuseSettlement, withdrawSettlement } from './decide.ts';
export type { SettlementDecided } from './decide.ts';
export { requestSettlement, type Requested } from './request.ts';
export { listSchedules, type Schedule } from './schedule-store.ts';
export { endSchedule, setSchedule } from './schedules.ts';
export { settlementStates, stepOf } from './states.ts';
export { makeBankFile } from './bank-file.ts';
export { eachOfFile, makePaymentFile } from './files.ts';
export { findSettlement, listSettlements, referenceOfFile, type Settlement } from './store.ts';
export { loadTerms, mostOf, setTerms, type Terms } from './terms.ts';
export { settlementApprovalRequestKinds } from './approval-requests.ts';
export type { FloatApprovalRequest, SettlementApprovalRequest } from './approval-parameters.ts';
export { moveDayFits } from './day.ts';
export { listPayees, type Payee } from './payees.ts';
export { settlementTasks } from './tasks.ts';
