// Starts the path of money: writer, dispatcher and providers, and the deliverer of callbacks.

import type { HttpRequest, HttpResult } from '@jokko/connectors/kit';
import { routeSettings } from './connectors.ts';
import { type Caches } from './caches.ts';
import { createFileReader } from '../file-reader/index.ts';
import { createScatteredIds } from '../../platform/db/scattered-ids.ts';
import {
  composeCallback,
  createSigner,
  createTester,
  startDeliverer,
  type Backlog,
  type CallbackSource,
  type ComposedCallback,
} from '../../payments/callbacks/index.ts';
import {
  createAnswers,
  createCardVault,
  createFeedCursor,
  createFeedWatch,
  createOperationReader,
  createProviders,
  startDispatcher,
  startWriter,
  type InitiateDeps,
  type OperationKey,
  type OperationTerms,
  withMedia,
  type Sends,
} from '../../payments/operations/index.ts';
import type { GatewayOptions } from './options.ts';
import { createOutcomeCounter } from '../../payments/breakers/index.ts';
import type { RouteSettings } from '../../payments/catalogue/index.ts';
import { listFilesOfDay } from '../../payments/provider-files/index.ts';
import { keepQuestion } from '../../payments/provider-inbox/index.ts';
import { createOutbound } from '../../platform/outbound/http-client.ts';
import { createInboxAddresses, postToInboxes } from '../../payments/test-inbox/index.ts';
import { connectionsPerOrigin, openReceivers, trustOf } from './receivers.ts';
import { createReplayProtection } from '../../payments/replay-protection/index.ts';
import { type NodeLease } from './leases.ts';
import { noteAdvanced, noteDelivery } from '../health/counts.ts';
import type { HealthCounters } from '../../payments/route-health/index.ts';
import { keyFor, noticeKeyFrom } from './id-key.ts';

/** Told how long things take, and what came of them. */
export interface Timings {
  commit(writer: 'operations' | 'sms', tookMs: number): void;
  providerCall(route: string, tookMs: number): void;
  callback(outcome: string, tookMs: number): void;
  health: HealthCounters;
}

export type MoneyPath = Awaited<ReturnType<typeof startMoneyPath>>;

export interface NodeTerms {
  lease: NodeLease;
  idKey: Buffer;
  publicUrl: string;
  timings: Timings;
  /** Between a commit and the first byte. */
  sends: Sends;
}

/** What the path keeps copies of. */
export type PathCaches = Pick<
  Caches,
  'catalogue' | 'breakers' | 'directory' | 'signingSecretsOf' | 'clock'
>;

/** Where the path leaves the process. */
export interface Outside {
  connectors: RouteSettings['connectors'];
  call(request: HttpRequest): Promise<HttpResult>;
  receivers: ReturnType<typeof openReceivers>;
  close(): Promise<void>;
}

/** The providers' protocols and the receivers' servers, over the network. */
export function openOutside(
  options: GatewayOptions,
  { directory }: PathCaches,
  publicUrl: string,
): Outside {
  const { config, secrets } = options;
  const toProviders = createOutbound({
    connections: connectionsPerOrigin,
    ...trustOf(config),
  });
  const receivers = openReceivers(options, directory, publicUrl);
  return {
    connectors: routeSettings(config, secrets).connectors,
    call: toProviders.call,
    receivers,
    async close() {
      await toProviders.close();
      await receivers.close();
    },
  };
}

export async function startMoneyPath(
  options: GatewayOptions,
  caches: PathCaches,
  terms: NodeTerms,
  outside: Outside,
) {
  const { database, log } = options;
  const { lease, idKey } = terms;
  const { incarnation: node } = lease;
  const notify: Notify = (level, message, details) => log[level](details ?? {}, message);
  const vault = createCardVault();
  const answers = createAnswers();
  const { inboxes, receivers } = openInboxes(options, idKey, outside.receivers);
  const delivery = startDelivery(options, caches, terms, { receivers, answers });
  const { tester, deliverer } = delivery;
  const providers = openProviders(terms, {
    connectors: outside.connectors,
    call: outside.call,
    vault,
    log: notify,
    wallNow: caches.clock.wallNow,
    async *statementOfFiles({ route, ...source }, day) {
      const files = await listFilesOfDay(database, route, day);
      return yield* createFileReader().statement(source, files, day);
    },
  });
  const operations = await startOperations(options, caches, terms, {
    providers,
    delivery,
    receivers,
    answers,
    vault,
    log: notify,
  });
  const replayProtection = createReplayProtection({
    database,
    node,
    onError: (error) =>
      log.warn({ reason: String(error) }, 'answer of a signed request not stored'),
  });
  return {
    ...operations,
    providers,
    deliverer,
    replayProtection,
    ...openFeed(options, idKey),
    signCallback: delivery.sign,
    inboxes,
    certificates: receivers.watch,
    receivers: { guard: receivers.guard, probe: receivers.probe, post: receivers.post, tester },
    callProvider: outside.call,
    notify,
    backlog: { due: 0, lateMs: 0, abandoned: 0, destinationsAway: 0 } satisfies Backlog as Backlog,
    closeConnections: outside.close,
  };
}

/** Callbacks to test inboxes are answered here, in the sandbox. */
function openInboxes(
  { config, database }: Pick<GatewayOptions, 'config' | 'database'>,
  idKey: Buffer,
  receivers: Outside['receivers'],
) {
  const inboxes = createInboxAddresses(keyFor(idKey, 'test inbox'));
  if (config.mode !== 'sandbox') return { inboxes, receivers };
  const post = postToInboxes({ database, addresses: inboxes }, receivers.post);
  return { inboxes, receivers: { ...receivers, post } };
}

/** What reads and follows the event feed. */
function openFeed({ database, log }: Pick<GatewayOptions, 'database' | 'log'>, idKey: Buffer) {
  return {
    feedCursor: createFeedCursor(keyFor(idKey, 'event feed')),
    feedWatch: createFeedWatch(database, (error) =>
      log.warn({ reason: String(error) }, 'event feed not looked at'),
    ),
  };
}

type Notify = (
  level: 'info' | 'warn' | 'error',
  message: string,
  details?: { [name: string]: string | number },
) => void;

const openProviders = (
  { idKey, publicUrl, timings }: NodeTerms,
  outside: Pick<
    Parameters<typeof createProviders>[0],
    'connectors' | 'call' | 'vault' | 'log' | 'wallNow' | 'statementOfFiles'
  >,
) =>
  createProviders({
    ...outside,
    onCall(route, tookMs) {
      timings.providerCall(route, tookMs);
      timings.health.noteCall('route', route, tookMs);
    },
    noticeKey: noticeKeyFrom(idKey),
    publicUrl,
  });

/** Counts each outcome for the health of its route, and lets its breaker judge it. */
function watchOutcomes(
  database: GatewayOptions['database'],
  { catalogue, breakers, clock }: PathCaches,
  { timings, log }: Pick<NodeTerms, 'timings'> & Pick<InitiateDeps, 'log'>,
): ReturnType<typeof noteAdvanced> {
  const count = noteAdvanced(timings.health, clock.now);
  const judge = createOutcomeCounter({ database, catalogue, breakers, log });
  return (command) => {
    count(command);
    judge(command);
  };
}

/** Writer and dispatcher, and what opens an operation. */
async function startOperations(
  { config, database }: GatewayOptions,
  caches: PathCaches,
  { lease: { incarnation: node, holds: holdsLease }, timings, sends }: NodeTerms,
  {
    delivery: { deliverer, compose },
    receivers,
    answers,
    vault,
    ...given
  }: {
    delivery: ReturnType<typeof startDelivery>;
    receivers: Outside['receivers'];
  } & Pick<InitiateDeps, 'providers' | 'answers' | 'vault' | 'log'>,
) {
  const writer = startWriter({
    database,
    node,
    composeCallback: compose,
    onCallbacks: deliverer.take,
    onAdvanced: watchOutcomes(database, caches, { timings, log: given.log }),
    onCommit: (tookMs) => timings.commit('operations', tookMs),
  });
  const execute = {
    ...given,
    writer,
    catalogue: caches.catalogue,
    now: caches.clock.now,
    holdsLease,
    withMedia: (terms: OperationTerms) => withMedia(database, terms),
    askAgain: (payment: OperationKey, refund: number) => keepQuestion(database, payment, refund),
    sends,
  };
  const dispatcher = startDispatcher({ ...execute, database, node });
  const ids = createScatteredIds('operation');
  await ids.refill(database);
  const initiate: InitiateDeps = {
    ...execute,
    database,
    dispatcher,
    answers,
    vault,
    ids,
    guard: receivers.guard,
    sandbox: config.mode === 'sandbox',
    mayTry: caches.breakers.mayTry,
  };
  const providerEvents = {
    ...initiate,
    reader: createOperationReader(database),
    asking: new Map<string, number>(),
  };
  return { initiate, providerEvents, writer, commitWaitMs: writer.waitMs, dispatcher };
}

/** From a result to the developer's server. */
function startDelivery(
  { database, log }: Pick<GatewayOptions, 'database' | 'log'>,
  { catalogue, signingSecretsOf, clock }: PathCaches,
  { lease: { incarnation: node }, timings }: NodeTerms,
  {
    receivers,
    answers,
  }: Pick<Outside, 'receivers'> & { answers: ReturnType<typeof createAnswers> },
) {
  const sign = createSigner({
    secretsOf: signingSecretsOf,
    now: clock.now,
    wallNow: clock.wallNow,
  });
  const sending = { post: receivers.post, pinsOf: receivers.pinsOf, saw: receivers.saw, sign };
  const deliverer = startDeliverer({
    database,
    node,
    ...sending,
    answerLeft: answers.left,
    onAttempt(outcome, tookMs, callback) {
      timings.callback(outcome, tookMs);
      noteDelivery(timings.health, outcome, callback);
    },
    onError: (error) => log.warn({ reason: String(error) }, 'delivery not recorded'),
    warn: (message, terms) => log.warn(terms, message),
  });
  // Composed by the writer, in the commit of the result; sent from here where there is room.
  const compose = (callback: CallbackSource): ComposedCallback => {
    const composed = composeCallback(catalogue(), callback);
    return {
      ...composed,
      leaseOwner: deliverer.hasRoom(callback.terms.accountId, composed.destination) ? node : null,
    };
  };
  return { tester: createTester({ ...sending, catalogue }), deliverer, compose, sign };
}
