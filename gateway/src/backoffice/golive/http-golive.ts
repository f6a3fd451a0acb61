// Routes that say what is missing before a route carries real money, and take a user's word for
// what no program can see.

import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { conflict, notFound } from '../../platform/http/portal/refused.ts';
import type { OperatorDocument } from '../../platform/documents/index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { tryConfigured, type ConnectionTestDeps } from '../connection-tests/index.ts';
import { checkRoute, type CheckedRoute, type GoLiveDeps } from './check-route.ts';
import { confirmItem } from './confirmations.ts';

export interface GoLiveHandlersDeps extends GoLiveDeps {
  documents: { readonly catalogue: OperatorDocument };
  connectionTests: Pick<ConnectionTestDeps, 'secureContext' | 'authorities' | 'call' | 'openPlace'>;
}

export function goLiveHandlers(deps: GoLiveHandlersDeps, catalogue: () => Catalogue) {
  const { database, documents } = deps;
  const document = documents.catalogue;
  const check = async (name: string): Promise<CheckedRoute | null> => {
    const route = catalogue().route(name);
    if (route === undefined) return null;
    const { connectors, sources } = document;
    const how = { ...deps.connectionTests, connectors, sources, session: database };
    const steps = await tryConfigured(how, document, name);
    return checkRoute(deps, document, route, steps ?? []);
  };
  return {
    async 'POST operator/golive'({ body: { name } }) {
      const checked = await check(name);
      if (checked === null) return notFound;
      const { ready, noticeUrl, items } = checked;
      return { ok: true, answer: { ready, noticeUrl, items } };
    },
    async 'POST operator/golive/confirm'({
      body: { name, item, word },
      caller: { session },
      visit,
    }) {
      const checked = await check(name);
      const found = checked?.items.find(({ id }) => id === item);
      if (found === undefined) return notFound;
      if (!found.confirmable) return conflict;
      const { counterparty } = catalogue().route(name)!;
      const given = { item, confirmedBy: session.user.name, word: word.trim() };
      const who = actorOf(session.user, visit);
      await confirmItem(database, who, { route: name, counterparty, ...given });
      return { ok: true, answer: {} };
    },
  } satisfies Partial<Handlers>;
}
