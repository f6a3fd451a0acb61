// The background task of approvals.

import type { Task } from '../../platform/task.ts';
import { executeApproved, type ApprovalRequestDeps } from './requests.ts';

/** Requests are executed when they are approved; this is for nodes that stopped meanwhile. */
const everyMs = 5_000;

export const approvalTasks = (deps: ApprovalRequestDeps): Task[] => [
  { name: 'approved requests', everyMs, where: 'home', runOnce: () => executeApproved(deps) },
];
