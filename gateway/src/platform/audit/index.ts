// Entry point of the audit log: append to it, read it, prove that it is whole.

export { canonicalJson } from './canonical.ts';
export { changeWithAudit, noteAudit, noteAuditOnce, plainHash, recordAudit } from './record.ts';
export type { AuditEntry, Who } from './record.ts';
export { verifyAudit } from './verify.ts';
export type { AuditMark, AuditVerdict } from './verify.ts';
export { createAuditWatch, type AuditWatch } from './watch.ts';
export { listAudit, listAuditActions, listAuditUsers } from './list.ts';
export type { AuditFilter, ListedEntry } from './list.ts';
