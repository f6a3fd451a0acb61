// Routes of what the operator keeps: documents with their drafts, the ways to providers, the texts
// of errors.

import type { ApprovalRequestKinds } from '../approvals/index.ts';
import type { Handlers } from '../../platform/http/portal/handler.ts';
import { connectorHandlers } from './http-connectors.ts';
import type { ConnectorHandlersDeps } from './http-connection-test.ts';
import { documentHandlers } from './http-documents.ts';
import { draftHandlers } from './http-drafts.ts';
import { draftChangeHandlers } from './http-draft-changes.ts';
import { draftDecisionHandlers } from './http-draft-decisions.ts';
import { errorTextHandlers } from './http-error-texts.ts';

export type NetworkDeps = ConnectorHandlersDeps & { approvalRequestKinds: ApprovalRequestKinds };

export function networkHandlers(deps: NetworkDeps) {
  const { documents, approvalRequestKinds } = deps;
  return {
    ...documentHandlers(deps, documents),
    ...draftHandlers(deps, documents),
    ...draftChangeHandlers(deps, documents),
    ...draftDecisionHandlers(deps, documents, approvalRequestKinds),
    ...connectorHandlers(deps),
    ...errorTextHandlers(deps, documents),
  } satisfies Partial<Handlers>;
}
