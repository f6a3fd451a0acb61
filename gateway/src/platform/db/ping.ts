// Asks the database for nothing, to see how long it takes to answer.

import type { Session } from './database.ts';

export const ping = (session: Session): Promise<unknown> =>
  session.query({ name: 'ping', text: 'select 1' });
