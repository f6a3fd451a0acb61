// Messages of the audit log's actions and of what they are done to, from the table of the contract.

import { auditActions } from '../../../../contract/src/portal/audit-actions.ts';
import { auditSubjects } from '../../../../contract/src/portal/audit-subjects.ts';

export const sentenceMessages = auditActions;
export const subjectMessages = auditSubjects;
