// Route that tests the connection to a provider as its entry in force or in a draft says.

import { noteAudit } from '../../platform/audit/index.ts';
import { viewDraft, secretKeptElsewhere } from './index.ts';
import { testConnector, type ConnectionTestDeps } from '../connection-tests/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { inForce, type ConnectorListDeps } from './http-connector-list.ts';
import { entriesWithConfig } from './http-document-entries.ts';
import { actorOf } from '../../platform/http/portal/caller.ts';
import { conflict, notFound } from '../../platform/http/portal/refused.ts';

export interface ConnectorHandlersDeps extends ConnectorListDeps {
  connectionTests: Pick<ConnectionTestDeps, 'secureContext' | 'authorities' | 'call' | 'openPlace'>;
}

export function connectionTestHandlers(deps: ConnectorHandlersDeps) {
  const { documents, connectionTests } = deps;
  const { database } = deps;
  return {
    async 'POST operator/connectors/test'({
      body: { kind, name, draft },
      caller: { session },
      visit,
    }) {
      const document = documents[kind];
      const view = draft === null ? null : await viewDraft(database, document, draft);
      if (draft !== null && view === null) return notFound;
      // A secret that was written for another address is not carried there.
      if (
        view?.problems.some(
          ({ entry, message }) => entry === name && message === secretKeptElsewhere,
        ) === true
      )
        return conflict;
      const entry = entriesWithConfig(
        view?.draft.document ?? (await inForce(database, document)),
        document.connectorPart,
      ).find((each) => each.name === name);
      if (entry === undefined) return notFound;
      const how = {
        ...connectionTests,
        connectors: document.connectors,
        sources: document.sources,
      };
      const steps = await testConnector(how, entry);
      const outcome = { draft, ok: steps.every(({ ok }) => ok), last: steps.at(-1)!.step };
      await noteAudit(database, {
        who: actorOf(session.user, visit),
        action: 'connector.try',
        subject: `connector/${name}`,
        new: outcome,
      });
      return { ok: true, answer: { steps } };
    },
  } satisfies Partial<Handlers>;
}
