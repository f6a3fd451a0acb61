// Routes of what the operator keeps: documents with their drafts, the ways to providers, the texts of errors.

import type { WishKinds } from '../../../domain/approvals/index.ts';
import type { Handlers } from '../handler.ts';
import { connectorHandlers, type ConnectorHandlersDeps } from './connectors.ts';
import { documentHandlers } from './documents.ts';
import { draftChangeHandlers, draftHandlers } from './drafts.ts';
import { errorTextHandlers } from './error-texts.ts';

export type NetworkDeps = ConnectorHandlersDeps & { wishKinds: WishKinds };

export function networkHandlers(deps: NetworkDeps) {
  const { people, documents, wishKinds } = deps;
  return {
    ...documentHandlers(people, documents),
    ...draftHandlers(people, documents),
    ...draftChangeHandlers(people, documents, wishKinds),
    ...connectorHandlers(deps),
    ...errorTextHandlers(people, documents),
  } satisfies Partial<Handlers>;
}
