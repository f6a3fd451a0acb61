// The door of the portal's interface, `@jokko/contract/portal`. Browsers import its types alone.

export * from './roles.ts';
export type * from './route.ts';
export * from './errors.ts';
export { approvalKindNames, isAccountKind } from './approval-kinds.ts';
export type { AccountApprovalKind, ApprovalKind, OperatorApprovalKind } from './approval-kinds.ts';
export { documentKinds, serviceEntrySchema } from './catalogue.ts';
export { alertLimitsMax, alertRules } from './alerts.ts';
export { accountNotices, mailTopics, userNotices } from './notices.ts';
export { operationMaxMax } from './developers.ts';
export { savedFiltersMax } from './saved-filters.ts';
export { passwordCharactersMax, passwordCharactersMin } from './fields.ts';
export * from './table.ts';
export { makePortalCheck } from './check.ts';
export { makePortalEncoder } from './encode.ts';
export type { Encodable } from './encode.ts';
export type { Checked } from './check.ts';
export type { PreviewSubject } from './preview-subjects.ts';
export { auditActions } from './audit-actions.ts';
export type { AuditAction } from './audit-actions.ts';
export type { AuditInWords } from './audit-fields.ts';
export { auditSubjects } from './audit-subjects.ts';
export type { AuditSubject, AuditSubjectKind } from './audit-subjects.ts';
export { attemptWords, claimWords, operationWords, reversalWords } from './story-words.ts';
export { alertSubjectName, alertUnits } from './alert-names.ts';
export { taskNames } from './task-names.ts';
export type { TaskName } from './task-names.ts';
