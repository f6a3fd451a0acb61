// The kinds of cases about an unknown outcome. Such a case closes in the commit that decides its
// operation. Two users close all other kinds (decision 0022).

/**
 * `unknown_outcome`: the provider does not tell the outcome. `overdue_result`: the provider
 * accepted the operation, and no result came in the time that its route allows.
 */
export const outcomeCaseKinds = ['unknown_outcome', 'overdue_result'] as const;
export type OutcomeCaseKind = (typeof outcomeCaseKinds)[number];

const isOutcomeCase = (kind: string): kind is OutcomeCaseKind =>
  (outcomeCaseKinds as readonly string[]).includes(kind);

/**
 * Nothing is to be corrected: what the provider did for this operation is still to be found out, or
 * has been.
 */
export const leavesOutcomeOpen = (kind: string): boolean =>
  isOutcomeCase(kind) || kind === 'mismatched_result';
