// The background tasks of SMS that were accepted: what is removed when its time is over.

import type { Session } from '../../platform/db/database.ts';
import type { Task } from '../../platform/task.ts';
import { purgeRecent } from './recent.ts';
import { purgeMessages, type SmsRetention } from './retention.ts';

export const smsAppTasks = (session: Session, retention: SmsRetention): Task[] => [
  { name: 'duplicate SMS', everyMs: 10_000, runOnce: () => purgeRecent(session) },
  { name: 'old SMS', everyMs: 30_000, runOnce: () => purgeMessages(session, retention) },
];
