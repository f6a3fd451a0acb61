// Kinds of approval requests that can be executed without payments: all but those that need a
// writer of operations. For tests of the portal.

import type { Outcome } from '../../../backoffice/approvals/index.ts';
import type { Documents } from '../../../backoffice/configuration/http-document-entries.ts';
import { createApprovalRequestKinds } from '../../start/approval-kinds.ts';

const refused = (): Promise<Outcome> =>
  Promise.resolve({ done: false, result: { refusal: 'settled meanwhile' } });

export const testApprovalRequestKinds = (documents: Documents) =>
  createApprovalRequestKinds({
    resolve: refused,
    refund: refused,
    documents,
  });
