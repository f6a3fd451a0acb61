// The background tasks of accounts: secrets and addresses whose time is over.

import type { Session } from '../../platform/db/database.ts';
import type { Task } from '../../platform/task.ts';
import { removeOldAddresses } from './addresses.ts';
import { removeEndedSecrets } from './signing-secrets.ts';

const everyMs = 60_000;

export const accountTasks = (session: Session): Task[] => [
  { name: 'expired secrets', everyMs, runOnce: () => removeEndedSecrets(session) },
  { name: 'old IP addresses', everyMs, runOnce: () => removeOldAddresses(session) },
];
