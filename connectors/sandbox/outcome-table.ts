// Maps each error code of the sandbox protocol to its meaning for each call. Business refusals are
// not error answers: they are operations that failed and name their catalogue entry themselves.

import { refusalRow } from '@jokko/connectors/kit';
import type { OutcomeTable, RefusalRow } from '@jokko/connectors/kit';

export type SandboxCall = 'submit' | 'inquire' | 'cancel' | 'refund';

export type SandboxRow =
  /** Documented as refused before anything was executed. */
  | RefusalRow
  /** Something is known under our reference: ask what. */
  | 'inquire'
  /** The provider knows nothing of our reference. */
  | 'absent'
  /** The answer carries the operation as it stands. */
  | 'readOperation'
  /** Says nothing about the attempt. */
  | 'unclear';

const requestBad = refusalRow(29, 'never', 'config');
const weAreNotAllowed = refusalRow(49, 'otherRoute', 'credentials');
const notRefundable = refusalRow(118, 'never');

export const errorTable = {
  malformed: { submit: requestBad, inquire: 'unclear', cancel: 'unclear', refund: requestBad },
  unauthorized: {
    submit: weAreNotAllowed,
    inquire: 'unclear',
    cancel: 'unclear',
    refund: weAreNotAllowed,
  },
  reference_conflict: {
    submit: 'inquire',
    inquire: 'unclear',
    cancel: 'unclear',
    refund: 'inquire',
  },
  unavailable: { submit: 'unclear', inquire: 'unclear', cancel: 'unclear', refund: 'unclear' },
  not_found: { submit: 'unclear', inquire: 'absent', cancel: 'absent', refund: notRefundable },
  not_cancelable: {
    submit: 'unclear',
    inquire: 'unclear',
    cancel: 'readOperation',
    refund: 'unclear',
  },
  not_refundable: {
    submit: 'unclear',
    inquire: 'unclear',
    cancel: 'unclear',
    refund: notRefundable,
  },
  refused: { submit: 'unclear', inquire: 'unclear', cancel: 'unclear', refund: 'unclear' },
} satisfies OutcomeTable<SandboxCall, SandboxRow>;

export type SandboxErrorCode = keyof typeof errorTable;
