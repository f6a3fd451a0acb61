// What does an error code of the sandbox protocol mean for each call? Refusals of the business are no error answers: they are
// operations that failed and name their catalogue entry themselves.

import { refusalRow } from '@jokko/connector-kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connector-kit';

export type SandboxCall = 'submit' | 'lookUp' | 'cancel' | 'refund';

export type SandboxErrorCode =
  'malformed' | 'unauthorized' | 'reference_conflict' | 'unavailable' | 'not_found' | 'not_cancelable' | 'not_refundable' | 'refused';

export type SandboxRow =
  /** Documented as refused before anything was executed. */
  | RefusalRow
  /** Something is known under our reference: ask what. */
  | 'lookUp'
  /** The provider knows nothing of our reference. */
  | 'absent'
  /** The answer carries the operation as it stands. */
  | 'readOperation'
  /** Says nothing about the attempt. */
  | 'unclear';

const requestBad = refusalRow(29, 'never', 'config');
const weAreNotAllowed = refusalRow(49, 'otherRoute', 'credentials');
const notRefundable = refusalRow(118, 'never');

export const errorTable: OutcomeTable<SandboxCall, SandboxErrorCode, SandboxRow> = {
  malformed: { submit: requestBad, lookUp: 'unclear', cancel: 'unclear', refund: requestBad },
  unauthorized: { submit: weAreNotAllowed, lookUp: 'unclear', cancel: 'unclear', refund: weAreNotAllowed },
  reference_conflict: { submit: 'lookUp', lookUp: 'unclear', cancel: 'unclear', refund: 'lookUp' },
  unavailable: { submit: 'unclear', lookUp: 'unclear', cancel: 'unclear', refund: 'unclear' },
  not_found: { submit: 'unclear', lookUp: 'absent', cancel: 'absent', refund: notRefundable },
  not_cancelable: { submit: 'unclear', lookUp: 'unclear', cancel: 'readOperation', refund: 'unclear' },
  not_refundable: { submit: 'unclear', lookUp: 'unclear', cancel: 'unclear', refund: notRefundable },
  refused: { submit: 'unclear', lookUp: 'unclear', cancel: 'unclear', refund: 'unclear' },
};
