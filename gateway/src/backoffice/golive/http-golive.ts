// Routes that say what is missing before a payment route carries real money, or an SMS connection
// real messages, and take a user's word for what no program can see.

import { actorOf } from '../../platform/http/portal/caller.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { conflict, notFound } from '../../platform/http/portal/refused.ts';
import type { OperatorDocument } from '../../platform/documents/index.ts';
import type { Catalogue } from '../../payments/catalogue/index.ts';
import { tryConfigured, type ConnectionTestDeps } from '../connection-tests/index.ts';
import { checkConnection, connectionKey, findConnection } from './check-connection.ts';
import type { SmsGoLiveDeps } from './check-connection.ts';
import { checkRoute, type GoLiveDeps } from './check-route.ts';
import type { CheckedItem } from './checklist.ts';
import { confirmItem, type ConfirmationKey } from './confirmations.ts';

export interface GoLiveHandlersDeps extends GoLiveDeps, SmsGoLiveDeps {
  documents: { readonly [kind in 'catalogue' | 'sms-routing']: OperatorDocument };
  connectionTests: Pick<ConnectionTestDeps, 'secureContext' | 'authorities' | 'call' | 'openPlace'>;
}

interface Checked {
  ready: boolean;
  noticeUrl: string | null;
  items: CheckedItem[];
}
/** What a list is of. */
interface Subject {
  check(): Promise<Checked>;
  key(): Promise<ConfirmationKey>;
}

export function goLiveHandlers(deps: GoLiveHandlersDeps, catalogue: () => Catalogue) {
  const { database, documents } = deps;
  const stepsOf = async (document: OperatorDocument, name: string) => {
    const { connectors, sources } = document;
    const how = { ...deps.connectionTests, connectors, sources, session: database };
    return (await tryConfigured(how, document, name)) ?? [];
  };
  const find = {
    async catalogue(name: string): Promise<Subject | null> {
      const route = catalogue().route(name);
      if (route === undefined) return null;
      const document = documents.catalogue;
      return {
        check: async () => checkRoute(deps, document, route, await stepsOf(document, name)),
        key: () => Promise.resolve({ route: name, counterparty: route.counterparty }),
      };
    },
    async 'sms-routing'(name: string): Promise<Subject | null> {
      const connection = await findConnection(deps, name);
      if (connection === undefined) return null;
      const document = documents['sms-routing'];
      return {
        check: async () => checkConnection(deps, connection, await stepsOf(document, name)),
        key: () => connectionKey(deps, name),
      };
    },
  };
  return {
    async 'POST operator/golive'({ body: { kind, name } }) {
      const subject = await find[kind](name);
      if (subject === null) return notFound;
      const { ready, noticeUrl, items } = await subject.check();
      return { ok: true, answer: { ready, noticeUrl, items } };
    },
    async 'POST operator/golive/confirm'({
      body: { kind, name, item, word },
      caller: { session },
      visit,
    }) {
      const subject = await find[kind](name);
      const checked = await subject?.check();
      const found = checked?.items.find(({ id }) => id === item);
      if (subject === null || found === undefined) return notFound;
      if (!found.confirmable) return conflict;
      const given = { item, confirmedBy: session.user.name, word: word.trim() };
      const who = actorOf(session.user, visit);
      await confirmItem(database, who, { ...(await subject.key()), ...given });
      return { ok: true, answer: {} };
    },
  } satisfies Partial<Handlers>;
}
