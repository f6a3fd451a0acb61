// Public routes of subscriptions to incidents: by e-mail, where a mail server is configured, and as
// an Atom feed.

import type { Database } from '../../platform/db/database.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { notFound, refuseField, refuseTries } from '../../platform/http/portal/refused.ts';
import { joined } from '../../platform/joined.ts';
import { countLoginAttempt, readEmail, subscriptionFrom } from '../users/index.ts';
import { atomFeed } from './feed.ts';
import { listPublicIncidents } from './list.ts';
import { confirmSubscription, removeSubscription, subscribe } from './subscriptions.ts';

export interface SubscriptionHandlersDeps {
  database: Database;
  /** Whether a mail server is configured. */
  mails: boolean;
  /** Whether the status is public. */
  publicStatus: boolean;
}

export function subscriptionHandlers(deps: SubscriptionHandlersDeps) {
  const { database, mails, publicStatus } = deps;
  const readFeed = joined(() => listPublicIncidents(database));
  return {
    async 'POST public-status/subscribe'({ body: { email, language }, visit }) {
      if (!publicStatus || !mails) return notFound;
      const address = readEmail(email);
      if (address === null) return refuseField('email', 'notEmail');
      const wait = await countLoginAttempt(database, subscriptionFrom(visit));
      if (wait !== null) return refuseTries(wait);
      await subscribe(database, { email: address, language });
      return { ok: true, answer: {} };
    },
    async 'POST public-status/subscription'({ body: { key, subscribed } }) {
      const change = subscribed ? confirmSubscription : removeSubscription;
      return (await change(database, key)) ? { ok: true, answer: {} } : notFound;
    },
    async 'GET public-status/feed'({ query: { language = 'fr' }, visit }) {
      if (!publicStatus) return notFound;
      const incidents = await readFeed();
      const baseUrl = visit.origin ?? 'http://localhost';
      const content = Buffer.from(atomFeed(incidents, { language, baseUrl }));
      return { ok: true, file: { name: 'incidents.atom', type: 'application/atom+xml', content } };
    },
  } satisfies Partial<Handlers>;
}
