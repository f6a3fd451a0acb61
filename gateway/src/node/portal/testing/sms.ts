// Sends SMS in the portal tests, by the real writer on the test's database, over a routing of one
// country.

import type { Database } from '../../../platform/db/database.ts';
import { createScatteredIds } from '../../../platform/db/scattered-ids.ts';
import type { Secrets } from '../../../platform/secrets/index.ts';
import { testRouting } from '../../../messaging/routing/testing.ts';
import {
  createAppDirectory,
  startAcceptWriter,
  type AcceptDeps,
} from '../../../messaging/applications/index.ts';

const notHttps = { problem: 'notHttps', reason: 'notHttps' } as const;

/** The writer starts with the first request; the test has stored the node 1 until then. */
export function openTestSms(database: Database, secrets: Secrets) {
  const routing = testRouting();
  let writer: ReturnType<typeof startAcceptWriter> | null = null;
  const accept: AcceptDeps = {
    database,
    routing: () => routing,
    now: Date.now,
    apps: createAppDirectory(database, secrets),
    refreshRouting: async () => {},
    ids: createScatteredIds('sms_batch'),
    submit: (command) =>
      (writer ??= startAcceptWriter({ database, node: 1, onAccepted: () => {} })).submit(command),
  };
  return {
    accept,
    routing: accept.routing,
    inboundProblem: (url: string) => (url.startsWith('https://') ? null : notHttps),
    close: async () => writer?.close(),
  } as const;
}
