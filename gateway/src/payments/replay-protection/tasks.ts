// The background task of signed requests.

import type { Task } from '../../platform/task.ts';
import type { ReplayProtection } from './once.ts';

export const replayProtectionTasks = ({ sweep }: Pick<ReplayProtection, 'sweep'>): Task[] => [
  { name: 'old signatures', everyMs: 20_000, runOnce: sweep },
];
