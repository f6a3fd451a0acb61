// The background task of notices: mails them.

import type { Task } from '../../platform/task.ts';
import { createNoticeMailRounds, type NoticeMailDeps } from './mail.ts';

/** It reads two rows while the audit log stands still. */
const everyMs = 3_000;

export const noticeTasks = (deps: NoticeMailDeps): Task[] => [
  { name: 'notices by e-mail', everyMs, runOnce: createNoticeMailRounds(deps) },
];
