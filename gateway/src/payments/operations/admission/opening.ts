// Opens an admitted operation in two halves. The first is pure: terms and the connector's check.
// The second works with the node's own state: places at providers, the writer, open answers and
// the cards in memory.

import type { CardData } from '@jokko/contract';
import { CommitUnknown } from '../../../platform/db/group-commit.ts';
import type { Account } from '../../accounts/index.ts';
import type { Catalogue } from '../../catalogue/index.ts';
import type { Admitted, Refused } from './admit.ts';
import type { Answers } from './answers.ts';
import type { HashedFile } from './hash-file.ts';
import { forgetCard, type CardVault } from '../attempts/card-vault.ts';
import type { OpenCommand, OpenResult, Refusal } from '../model/commands.ts';
import type { Dispatcher } from '../attempts/dispatch.ts';
import type { ExecuteDeps } from '../attempts/job.ts';
import { hasLargeMedia, withoutMedia } from '../writer/media.ts';
import { composeInTurns } from '../writer/request-text.ts';
import { environment } from '../../../platform/environment.ts';
import type {
  CheckoutAttemptKey,
  NewAttempt,
  Operation,
  OperationState,
  OperationTerms,
} from '../model/operation.ts';
import { firstStepInMs } from '../attempts/parking.ts';
import { newPaymentPageToken } from '../queries/payment-page-address.ts';
import { firstAttempt } from '../attempts/prepare-attempt.ts';
import type { Provider } from '../attempts/providers.ts';
import { refusalOf } from '../attempts/read-outcome.ts';
import { valueWithin } from '../../../platform/system/deadline.ts';

/**
 * If the commit is not known to have ended after this time, the socket is closed (F03). The time is
 * a little longer than the writer waits for a connection.
 */
const commitTimeoutMs = 4_500;
/** The same with a file, which the database has 15 s to store (`large` in db/database.ts). */
const largeCommitTimeoutMs = 16_000;
/**
 * How long the answer of a service with a payment page waits for the provider's answer (rule O10).
 */
const paymentPageTimeoutMs = 4_000;

export interface Order {
  body: object;
  account: Account;
  catalogue: Catalogue;
  apiKey: string;
  /** The hash of the body's file, where the file is large. */
  file?: HashedFile;
  /** The checkout that the operation is an attempt to pay. Absent: there is no checkout. */
  checkout?: CheckoutAttemptKey;
}

export type Initiated =
  | { type: 'opened'; operation: Operation }
  | { type: 'replayed'; operation: Operation }
  | Refused
  | {
      type:
        | 'conflict'
        | 'notListed'
        | 'otherAmount'
        | 'otherAmountThanRecord'
        | 'paid'
        | 'routeDown'
        /** Nothing may be sent at the moment: call again later. */
        | 'closed';
    }
  | { type: 'stale' };

/** The facts that the second half needs. */
export interface Opening extends Pick<
  OpenCommand,
  'terms' | 'refusal' | 'rules' | 'bill' | 'accountVersion' | 'catalogueVersion' | 'park'
> {
  card: CardData | null;
  /**
   * Whether the first attempt may leave with the opening, if the provider has a free place. A
   * transfer that goes in a bank file waits for the next file.
   */
  mayBegin: boolean;
  firstStepInMs: number;
}

export function prepareOpening(
  deps: Pick<ExecuteDeps, 'providers' | 'now'>,
  order: Pick<Order, 'account' | 'catalogue'>,
  admitted: Admitted,
  provider: Provider,
): Opening {
  const { account, catalogue } = order;
  const terms = withPaymentPage(deps, catalogue, admitted.terms, provider);
  const refusal = admitted.refusal ?? connectorRefusal(deps, catalogue, terms, provider);
  return {
    terms,
    refusal,
    rules: admitted.rules,
    bill: admitted.bill,
    card: refusal === null ? admitted.card : null,
    accountVersion: account.version,
    catalogueVersion: catalogue.version,
    mayBegin: refusal === null && provider.connector.files === undefined,
    firstStepInMs: firstStepInMs(provider, deps.now()),
  };
}

/** Prepares the first attempt of an operation that is about to be opened. */
const attemptOf = (
  { providers }: Pick<ExecuteDeps, 'providers'>,
  catalogue: Catalogue,
  terms: OperationTerms,
  provider: Provider,
): NewAttempt =>
  firstAttempt({ providers, catalogue: () => catalogue }, { terms, state: notYetOpened }, provider);

const notYetOpened = { attempts: 0 } as OperationState;

/**
 * Whether the answer to an order of this service may wait for the provider: for the payer's page or
 * for a quote.
 */
export function mayAwaitProvider(
  { providers }: Pick<ExecuteDeps, 'providers'>,
  catalogue: Catalogue,
  codeService: unknown,
): boolean {
  const service = typeof codeService === 'string' ? catalogue.service(codeService) : undefined;
  if (service === undefined) return false;
  // It is not known yet which of the service's routes the order takes.
  return (
    service.link !== 'none' ||
    service.routes.some((route) => {
      const { quote, payerPages = [] } =
        providers.of(catalogue, route)?.capabilities ?? noCapabilities;
      return quote || payerPages.length > 0;
    })
  );
}

const noCapabilities = { quote: false, payerPages: [] };

/** Payers of this provider may need a page of ours although the service itself has none. */
function withPaymentPage(
  { providers }: Pick<ExecuteDeps, 'providers'>,
  catalogue: Catalogue,
  terms: OperationTerms,
  { capabilities: { payerPages = [] } }: Provider,
): OperationTerms {
  const mayNeedOne =
    terms.paymentPageToken === null &&
    payerPages.length > 0 &&
    payerPages.includes(providers.intentOf(catalogue, terms).kind);
  return mayNeedOne ? { ...terms, paymentPageToken: newPaymentPageToken() } : terms;
}

/**
 * Runs the connector's pure check, so that an order which the provider would certainly refuse is
 * refused in the answer (rule O8).
 */
export function connectorRefusal(
  deps: Pick<ExecuteDeps, 'providers'>,
  catalogue: Catalogue,
  terms: OperationTerms,
  provider: Provider,
): Refusal | null {
  const error = provider.connector.validate(
    provider.config,
    deps.providers.intentOf(catalogue, terms),
  );
  return error === null ? null : refusalOf(error);
}

export interface OpenDeps extends Pick<ExecuteDeps, 'providers'> {
  writer: ExecuteDeps['writer'];
  dispatcher: Dispatcher;
  answers: Answers;
  vault: CardVault;
}

/** Throws the errors of `initiate`. */
export async function openOperation(
  deps: OpenDeps,
  catalogue: Catalogue,
  opening: Opening,
  provider: Provider,
): Promise<Initiated> {
  const { card, mayBegin, ...command } = opening;
  const { terms } = command;
  const isLarge = hasLargeMedia(terms);
  if (isLarge) await environment.othersTurn();
  const reserved = mayBegin && deps.dispatcher.reserve(provider);
  const first = reserved ? attemptOf(deps, catalogue, terms, provider) : null;
  if (isLarge && first !== null) await composeInTurns(first.prepared);
  if (card !== null) deps.vault.keep(terms.id, card);
  const leave = deps.answers.begin(terms.id);
  const committed = deps.writer.open({
    type: 'open',
    ...command,
    attempt: first,
    keepLease: reserved || (mayBegin && deps.dispatcher.hasRoom(terms.route)),
  });
  const initiated = goOn(deps, committed, { terms, reserved, leave });
  // A commit that hangs is carried on when it comes back, and the caller is not kept until then. A
  // failure of the commit is reported by `committed` too.
  initiated.catch(() => {});
  const timeoutMs = isLarge ? largeCommitTimeoutMs : commitTimeoutMs;
  if ((await valueWithin(committed, timeoutMs, null)) === null) {
    // No answer will leave, so the callback must not wait for one.
    leave();
    throw new CommitUnknown(`operation ${terms.id} is not known to be stored`);
  }
  return initiated;
}

interface Begun {
  terms: OperationTerms;
  reserved: boolean;
  leave(): void;
}

async function goOn(
  deps: OpenDeps,
  committed: Promise<OpenResult>,
  begun: Begun,
): Promise<Initiated> {
  let result: OpenResult;
  try {
    result = await committed;
  } catch (error) {
    if (begun.reserved) deps.dispatcher.release(begun.terms.route);
    begun.leave();
    throw error;
  }
  return afterOpening(deps, result, begun);
}

const withoutFile = (operation: Operation): Operation => ({
  ...operation,
  terms: withoutMedia(operation.terms),
});

async function afterOpening(
  deps: OpenDeps,
  result: OpenResult,
  { terms, reserved, leave }: Begun,
): Promise<Initiated> {
  const opened = result.type === 'opened' ? result.operation : null;
  const sending = opened?.state.state === 'SENDING';
  if (reserved && !sending) deps.dispatcher.release(terms.route);
  if (opened === null) leave();
  if (opened === null || opened.state.state === 'FAILED') deps.vault.drop(terms.id);
  switch (result.type) {
    case 'opened': {
      if (result.operation.state.leaseOwner === null) return result;
      const stepped = deps.dispatcher.take(
        {
          // Many operations may wait for a place at the provider: their files stay in the database.
          operation: sending ? result.operation : withoutFile(result.operation),
          attempt: result.attempt,
          fresh: sending,
        },
        reserved,
      );
      if (terms.details.extra.type === 'card')
        void stepped.then((operation) => forgetCard(deps.vault, operation));
      if (terms.paymentPageToken === null) return result;
      return {
        type: 'opened',
        operation: await valueWithin(stepped, paymentPageTimeoutMs, result.operation),
      };
    }
    case 'replayed':
    case 'conflict':
    case 'stale':
      return result;
    case 'billPaid':
      return { type: 'paid' };
  }
}
