// Accepts a request to send messages. Composed from the caches of this node, then decided and
// committed by the writer; when the app, its account or the routing changed in between, composed
// once more from fresh data.

import { readMsisdn, type SmsNumberProblem } from '@jokko/contract';
import type { Database } from '../../platform/db/database.ts';
import { drawId, type ScatteredIds } from '../../platform/db/scattered-ids.ts';
import { loadPorted, type Routing } from '../routing/index.ts';
import type { AcceptCommand, AcceptResult, ShortBalance } from './accept-writer.ts';
import { findRepeated } from './accept-view.ts';
import type { AppDirectory, SmsApp } from './app-directory.ts';
import { plainFault } from './number-fault.ts';
import { composeOrder, fingerprintOf, type ComposeRefusal, type SendRequest } from './compose.ts';

export interface AcceptDeps {
  database: Database;
  apps: AppDirectory;
  routing(): Routing;
  /** Reads the routing in force. */
  refreshRouting(): Promise<void>;
  submit(command: AcceptCommand): Promise<AcceptResult>;
  ids: ScatteredIds;
  /** ms since 1970 on the database's clock. */
  now(): number;
}

export type AcceptRefusal =
  | ComposeRefusal
  | { type: 'balanceTooLow'; short: ShortBalance[] }
  /** The Idempotency-Key belongs to another request. */
  | { type: 'keyUsed' }
  | { type: 'suspended' }
  /** The app ended while its request was accepted. */
  | { type: 'appEnded' };
/** `recipients`: distinct numbers. */
export type Accepted =
  { ok: true; batchId: string; recipients: number } | { ok: false; refusal: AcceptRefusal };

/**
 * Each round reads the current state; it fails only if the account changes between reading and
 * committing every time.
 */
const roundsMax = 5;

export async function acceptMessages(
  deps: AcceptDeps,
  appKey: string,
  app: SmsApp,
  request: SendRequest,
): Promise<Accepted> {
  let current = app;
  for (let round = 0; round < roundsMax; round++) {
    if (current.suspended) return { ok: false, refusal: { type: 'suspended' } };
    const routing = deps.routing();
    const ported = await loadPorted(
      deps.database,
      routing,
      routing.hasPorted ? digitsOf(request, current) : [],
    );
    const composed = composeOrder(current, request, { routing, nowMs: deps.now(), ported });
    // What was accepted once is answered as it was then, whatever the routing says by now.
    if (!composed.ok) return (await repeatedBefore(deps, current, request)) ?? composed;
    const batchId = await drawId(deps.ids, deps.database);
    const result = await deps.submit({ batchId, order: composed.order });
    if (result.type !== 'changed')
      return answerOf(result, batchId, composed.order.recipients.msisdns.length);
    deps.apps.forget(app.accountId);
    await deps.refreshRouting();
    const found = await deps.apps.byKey(appKey);
    if (found.type !== 'valid') return { ok: false, refusal: { type: 'appEnded' } };
    current = found.app;
  }
  throw new Error(
    `account ${app.accountId} changed ${roundsMax} times while a request was accepted`,
  );
}

async function repeatedBefore(
  { database }: AcceptDeps,
  app: SmsApp,
  request: SendRequest,
): Promise<Accepted | null> {
  if (request.idempotencyKey === null) return null;
  const before = await findRepeated(database, app.id, request.idempotencyKey);
  if (before === null) return null;
  const { batchId, recipients, fingerprint } = before;
  return fingerprint.equals(fingerprintOf(request, app))
    ? { ok: true, batchId, recipients }
    : { ok: false, refusal: { type: 'keyUsed' } };
}

const digitsOf = ({ msisdns }: SendRequest, app: SmsApp): string[] =>
  msisdns.flatMap((number) => readMsisdn(number, app) ?? []);

function answerOf(
  result: Exclude<AcceptResult, { type: 'changed' }>,
  batchId: string,
  recipients: number,
): Accepted {
  switch (result.type) {
    case 'accepted':
      return { ok: true, batchId, recipients };
    case 'repeated':
      return { ok: true, batchId: result.batchId, recipients: result.recipients };
    case 'keyUsed':
    case 'balanceTooLow':
      return { ok: false, refusal: result };
    case 'optedOut':
      return refuseNumbers(result.numbers, 'optedOut');
    case 'sentBefore':
      return refuseNumbers(result.numbers, 'duplicate');
  }
}

function refuseNumbers(numbers: readonly string[], problem: SmsNumberProblem): Accepted {
  return {
    ok: false,
    refusal: {
      type: 'numbers',
      problems: new Map(numbers.map((number) => [number, () => plainFault(problem)])),
    },
  };
}
