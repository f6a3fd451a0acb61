// Sends messages on behalf of a user of an account, who has no key: by the same acceptance as a
// request, with the app found by its id.

import { acceptMessages, type AcceptDeps, type Accepted } from './accept.ts';
import { findOwnApp, type AppFound } from './app-directory.ts';
import type { SendRequest } from './compose.ts';

/** Null when the account has no such app, or it was revoked. */
export async function sendAsUser(
  deps: AcceptDeps,
  { id, accountId }: { id: number; accountId: number },
  request: SendRequest,
): Promise<Accepted | null> {
  const app = await findOwnApp(deps.database, id, accountId);
  if (app === null) return null;
  // What changed meanwhile is read anew by number, since there is no key to look it up by.
  const byNumber = async (): Promise<AppFound> => {
    const fresh = await findOwnApp(deps.database, id, accountId);
    return fresh === null ? { type: 'unknown' } : { type: 'valid', app: fresh };
  };
  return acceptMessages(
    { ...deps, apps: { forget: deps.apps.forget, byKey: byNumber } },
    '',
    app,
    request,
  );
}
