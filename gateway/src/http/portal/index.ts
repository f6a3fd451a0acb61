// The portal: its interface below /portal/api, and the built pages for everything else.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { portalRoutes } from '@jokko/contract/portal';
import type { WishKinds } from '../../domain/approvals/index.ts';
import type { Catalogue } from '../../domain/catalogue/index.ts';
import type { LiveChanges } from '../../domain/live/index.ts';
import type { PeopleDeps, Start } from '../../domain/people/index.ts';
import type { Log } from '../../log.ts';
import { createEventStreams } from './event-stream.ts';
import { createExports } from './exports.ts';
import { registerFiles } from './files.ts';
import type { Handlers } from './handler.ts';
import { auditHandlers } from './handlers/audit.ts';
import { blacklistHandlers } from './handlers/blacklist.ts';
import { networkHandlers, type NetworkDeps } from './handlers/network.ts';
import { developerHandlers } from './handlers/developers.ts';
import { caseHandlers } from './handlers/cases.ts';
import { claimHandlers } from './handlers/claims.ts';
import { callbackLaneHandlers } from './handlers/callback-lanes.ts';
import { callbackHandlers, type CallbackHandlersDeps } from './handlers/callbacks.ts';
import { eventHandlers } from './handlers/events.ts';
import { healthHandlers } from './handlers/health.ts';
import { homeHandlers } from './handlers/home.ts';
import { keyHandlers } from './handlers/keys.ts';
import { meHandlers } from './handlers/me.ts';
import { operatorTransactionHandlers } from './handlers/operator-transactions.ts';
import { overviewHandlers, type Working } from './handlers/overview.ts';
import { operatorPayoutHandlers } from './handlers/operator-payouts.ts';
import { payoutHandlers, type PayoutDeps } from './handlers/payouts.ts';
import { reconciliationHandlers } from './handlers/reconciliation.ts';
import { reconciliationGapHandlers } from './handlers/reconciliation-gaps.ts';
import { reconciliationUploadHandlers } from './handlers/reconciliation-upload.ts';
import { searchHandlers } from './handlers/search.ts';
import { ownPriceHandlers } from './handlers/own-price.ts';
import { pinHandlers } from './handlers/pins.ts';
import { lookUpHandlers, type LookUpHandlersDeps } from './handlers/look-ups.ts';
import { requestHandlers } from './handlers/requests.ts';
import { sandboxHandlers } from './handlers/sandbox.ts';
import { serviceHandlers } from './handlers/services.ts';
import { floatMoveHandlers } from './handlers/float-moves.ts';
import { payoutDestinationHandlers } from './handlers/payout-destinations.ts';
import { settlementQueueHandlers } from './handlers/settlement-queue.ts';
import { settlementHandlers } from './handlers/settlements.ts';
import { signInHandlers } from './handlers/sign-in.ts';
import { statusHandlers } from './handlers/status.ts';
import { statementHandlers } from './handlers/statement.ts';
import { smsAppHandlers, type SmsAppHandlersDeps } from './handlers/sms-apps.ts';
import { smsHandlers, type SmsHandlersDeps } from './handlers/sms.ts';
import { teamHandlers } from './handlers/team.ts';
import { refundHandlers, type RefundDeps } from './handlers/refunds.ts';
import { transactionHandlers } from './handlers/transactions.ts';
import { viewHandlers } from './handlers/view.ts';
import { wayInHandlers } from './handlers/ways-in.ts';
import { wishHandlers } from './handlers/wishes.ts';
import { refusalOfError, refuse, registerTable } from './register.ts';

type Receivers = CallbackHandlersDeps['receivers'] & { probe: Parameters<typeof pinHandlers>[1] };

export interface PortalDeps
  extends Pick<RefundDeps, 'undo'>, Pick<PayoutDeps, 'payouts'>, Pick<LookUpHandlersDeps, 'admission' | 'directory' | 'providers'> {
  people: PeopleDeps;
  /** The one in force. */
  catalogue(): Catalogue;
  mode: 'sandbox' | 'live';
  /** The way to callback receivers. */
  receivers: Receivers;
  /** What developers begin with who register by themselves; null: they cannot. */
  registration: Start | null;
  /** Whether those who are not signed in see the status of the services. */
  publicStatus: boolean;
  /** As configured. */
  publicUrl: string | null;
  /** Where the built pages are. */
  files: string;
  sms: Pick<SmsHandlersDeps, 'accept' | 'routing'> & Pick<SmsAppHandlersDeps, 'inboundProblem'>;
  /** Those that the operator keeps, and how their connectors are tried out. */
  documents: NetworkDeps['documents'];
  trials: NetworkDeps['trials'];
  changes: LiveChanges;
  working: Working;
  wishKinds: WishKinds;
  log: Log;
  /** Whether the database was the cause of an error: a value that it cannot hold, or itself. */
  databaseFault(error: unknown): 'value' | 'away' | null;
}

/** Registers everything. The answered function sends the portal's page where one is asked for and no route is; false: it is not. */
export function registerPortal(app: FastifyInstance, deps: PortalDeps): (request: FastifyRequest, reply: FastifyReply) => boolean {
  const handlers = allHandlers(deps);
  const streams = createEventStreams();
  app.addHook('preClose', (closed) => {
    streams.endAll();
    closed();
  });
  app.register(
    (scope, _options, registered) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => parsed(null, body));
      scope.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
        const refused = refusalOfError(error, deps.databaseFault(error));
        const facts = { requestId: request.id, route: request.routeOptions.url, code: refused.refusal };
        if (refused.refusal === 'internal') deps.log.error({ ...facts, error: error.stack }, 'portal: a fault of ours');
        else deps.log.warn(facts, 'portal: refused');
        return refuse(reply, refused);
      });
      scope.setNotFoundHandler((_request, reply) => refuse(reply, { ok: false, refusal: 'notFound' }));
      const { people, log, publicUrl } = deps;
      registerTable(
        scope,
        { database: people.database, log, publicUrl, mode: deps.mode, streams, exports: createExports() },
        portalRoutes,
        handlers,
      );
      registered();
    },
    { prefix: '/portal/api' },
  );
  return registerFiles(app, deps.files);
}

/** In the order of the table. */
function allHandlers(deps: PortalDeps): Handlers {
  return {
    ...signInHandlers(deps),
    ...meHandlers(deps.people, deps.mode),
    ...teamHandlers(deps.people),
    ...homeHandlers(deps.people, deps.catalogue),
    ...developerHandlers(deps.people, deps.catalogue),
    ...wayInHandlers(deps.people, deps.wishKinds),
    ...ownPriceHandlers(deps.people, deps.wishKinds, deps.catalogue),
    ...viewHandlers(deps.people),
    ...wishHandlers(deps.people, deps.wishKinds),
    ...caseHandlers(deps.people, deps.wishKinds, deps.catalogue),
    ...healthHandlers(deps.people.database, deps.working.disk),
    ...networkHandlers({ ...deps, routing: deps.sms.routing, lanes: deps.working.lanes }),
    ...auditHandlers(deps.people.database, deps.working.auditMarks),
    ...blacklistHandlers(deps.people.database),
    ...searchHandlers(deps.people.database, deps.catalogue, { mode: deps.mode, kinds: deps.wishKinds }),
    ...overviewHandlers(deps.people.database, deps.catalogue, deps.working),
    ...callbackHandlers(deps),
    ...callbackLaneHandlers(deps.people),
    ...pinHandlers(deps.people, deps.receivers.probe),
    ...keyHandlers(deps.people, deps.mode),
    ...serviceHandlers(deps.people, deps.catalogue),
    ...transactionHandlers(deps),
    ...refundHandlers(deps),
    ...operatorTransactionHandlers(deps),
    ...payoutHandlers(deps),
    ...operatorPayoutHandlers(deps),
    ...statementHandlers(deps.people),
    ...settlementHandlers(deps.people),
    ...payoutDestinationHandlers(deps.people),
    ...settlementQueueHandlers(deps.people, deps.wishKinds),
    ...floatMoveHandlers(deps.people, deps.wishKinds, deps.catalogue),
    ...claimHandlers(deps.people, deps.catalogue),
    ...statusHandlers(deps),
    ...lookUpHandlers({ ...deps, database: deps.people.database }),
    ...requestHandlers(deps.people.database, deps.catalogue),
    ...sandboxHandlers(deps.catalogue),
    ...smsHandlers({ ...deps.sms, ...deps, database: deps.people.database }),
    ...smsAppHandlers({ ...deps.sms, ...deps.people }),
    ...reconciliationHandlers(deps.people, deps.catalogue),
    ...reconciliationGapHandlers(deps.people),
    ...reconciliationUploadHandlers(deps.people, deps.catalogue),
    ...eventHandlers(deps.changes),
  };
}
