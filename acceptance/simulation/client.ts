// The accounts' callers, with a journal of their own. Each wants one payment: it initiates it,
// repeats the same id until it has an answer, at whichever node it reaches, asks for its status,
// and may cancel it or take it back, sometimes twice at once.

import type { Chance } from './chance.ts';
import { isByCode, rightCode } from './connector.ts';
import type { Counters } from './counters.ts';
import { publicUrl, type NodeLife, type NodeParts } from './node.ts';
import { findCaller, routes, services, unit, type RouteName, type ShopAccount } from './shop.ts';
import type { Timeline } from './timeline.ts';
import {
  findOperations,
  isFinal,
  takePayerStep,
} from '../../gateway/src/payments/operations/index.ts';
import {} from '../../gateway/src/payments/operations/index.ts';
import { wholeAnswer } from '../../gateway/src/payments/api/http-answer.ts';
import { implementOperation } from '../../gateway/src/payments/operations/http-operation.ts';
import { implementRefundCancel } from '../../gateway/src/payments/operations/http-refund-cancel.ts';
import { publicStatusOf } from '../../gateway/src/payments/operations/http-present.ts';

export interface Answer {
  at: number;
  code: number;
  transactionId: string | null;
  status: string | null;
}

export interface Wanted {
  account: ShopAccount;
  route: RouteName;
  direction: 'DEBIT' | 'CREDIT';
  francs: number;
  externalId: string;
  /** Nobody else's: by it the provider's book tells whose money it moved. */
  phone: string;
  answers: Answer[];
  /** What its refund-cancel was answered. */
  refunds: string[];
  /** The answers of status queries. */
  statuses: { at: number; status: string }[];
  repeats: number;
  begun: boolean;
  /** Begun before the database was put back to a backup: only what was sent is known. */
  forgotten: boolean;
}

export interface ClientDeps {
  timeline: Timeline;
  chance: Chance;
  counters: Counters;
  /** Those that have a place in the list of servers, dead or alive. */
  nodes(): readonly NodeLife[];
  /** After a recovery every node refuses until the routes are opened. */
  isClosed(): boolean;
  violation(text: string): void;
}

const travelMs = [2, 40] as const;
/** A healthy node answers within this time. */
const answerWithinMs = 5_000;
const patienceMs = 25_000;
const againMs = [500, 6_000] as const;
const triesMax = 400;
/** The tries of a payer who is asked again. */
const codeTriesMax = 8;
const stepTimeoutMs = 2_000;

export function wantPayment(index: number, chance: Chance, accounts: ShopAccount[]): Wanted {
  const route = chance.pick(routes);
  const direction = chance.is(0.6) ? 'DEBIT' : 'CREDIT';
  return {
    account:
      accounts[chance.is(0.15) ? accounts.length - 1 : chance.between(0, accounts.length - 2)]!,
    route,
    direction,
    francs: 5 * chance.between(20, 400),
    externalId: `order-${index}`,
    phone: `77${String(1_000_000 + index)}`,
    answers: [],
    refunds: [],
    statuses: [],
    repeats: 0,
    begun: false,
    forgotten: false,
  };
}

/** Goes on until it has an answer. */
export function pursue(deps: ClientDeps, wanted: Wanted): void {
  const { timeline, chance, counters } = deps;
  const initiate = (): void =>
    ask(deps, `initiate ${wanted.externalId}`, (life) => open(life, wanted), heard);
  let settled = false;
  const heard = (answer: Answer | null): void => {
    if (answer !== null) {
      wanted.answers.push(answer);
      if (settled) return;
      settled = true;
      if (answer.transactionId !== null) afterwards(deps, wanted, answer.transactionId);
    } else if (!settled && ++wanted.repeats < triesMax) {
      counters.count('client repeats its id');
      timeline.after(chance.between(...againMs), '', initiate);
    }
  };
  wanted.begun = true;
  initiate();
  if (!chance.is(0.15)) return;
  counters.count('double submit');
  timeline.after(chance.between(0, 30), '', initiate);
}

function afterwards(deps: ClientDeps, wanted: Wanted, transactionId: string): void {
  const { timeline, chance, counters } = deps;
  if (chance.is(0.3))
    timeline.after(chance.between(100, 20_000), '', () =>
      ask(
        deps,
        `status ${wanted.externalId}`,
        (life) => readStatus(life, wanted),
        (status) => {
          if (status !== null) wanted.statuses.push({ at: timeline.now, status });
        },
      ),
    );
  if (isByCode(wanted.route, wanted.direction, wanted.phone))
    typeCode(deps, wanted, transactionId, chance.fork(`payer ${wanted.externalId}`));
  if (!chance.is(0.35)) return;
  const takeBack = (): void =>
    ask(
      deps,
      `refund ${wanted.externalId}`,
      (life) => refund(life, wanted, transactionId),
      (said) => {
        if (said !== null) wanted.refunds.push(said);
      },
    );
  const waitMs = chance.is(0.4) ? chance.between(0, 2_000) : chance.between(1_000, 240_000);
  timeline.after(waitMs, '', takeBack);
  if (!chance.is(0.4)) return;
  counters.count('refund asked for twice');
  timeline.after(waitMs + chance.between(0, 50), '', takeBack);
}

/**
 * The payer types a code, at whichever node the page's form reaches: a wrong one now and then, or
 * on two pages at once.
 */
function typeCode(deps: ClientDeps, wanted: Wanted, transactionId: string, payer: Chance): void {
  const { timeline, counters } = deps;
  // Some never come.
  if (payer.is(0.1)) return;
  let tries = 0;
  const type = (): void => {
    const otp = payer.is(0.2) ? '000000' : rightCode;
    counters.count('payer types a code');
    hand(otp);
    if (!payer.is(0.3)) return;
    counters.count('payer types on two pages');
    timeline.after(payer.between(0, 30), '', () => hand(otp));
  };
  const hand = (otp: string): void =>
    ask(
      deps,
      `code ${wanted.externalId}`,
      (life) => handIn(life, wanted, transactionId, otp),
      (said) => {
        if (said === 'over' || ++tries > codeTriesMax) return;
        timeline.after(payer.between(5_000, 60_000), '', type);
      },
    );
  timeline.after(payer.between(500, 60_000), '', type);
}

/** Sends a request to one of the nodes; `heard` is told the answer, or null. */
function ask<Value>(
  deps: ClientDeps,
  name: string,
  work: (life: NodeParts) => Promise<Value | null>,
  heard: (value: Value | null) => void,
): void {
  const { timeline, chance } = deps;
  const life = chance.pick(deps.nodes());
  if (life.parts === null || !life.alive) {
    timeline.after(1, '', () => heard(null));
    return;
  }
  const sentAt = timeline.now;
  const wasClosed = deps.isClosed();
  let done = false;
  const end = (value: Value | null): void => {
    if (done) return;
    done = true;
    timeline.note(`${life.name} answers ${name}: ${JSON.stringify(value)}`);
    if (value === null && isWell(life, sentAt) && !deps.isClosed() && !wasClosed)
      deps.violation(`${life.name}, well, closed ${name}`);
    heard(value);
  };
  timeline.after(answerWithinMs, '', () => {
    if (!done && isWell(life, sentAt))
      deps.violation(`${life.name}, well, did not answer ${name} within ${answerWithinMs} ms`);
  });
  timeline.after(patienceMs, '', () => end(null));
  timeline.after(chance.between(...travelMs), `${life.name} is asked ${name}`, () =>
    life.run(() => {
      work(life.parts!).then(
        (value) => timeline.after(chance.between(...travelMs), '', () => end(value)),
        (error: unknown) => {
          timeline.note(`${life.name} fails ${name}: ${String(error)}`);
          timeline.after(chance.between(...travelMs), '', () => end(null));
        },
      );
    }),
  );
}

const isWell = ({ wellSince }: NodeLife, at: number): boolean =>
  wellSince !== null && wellSince <= at;

type CallOf<Endpoint extends { handle(call: never): unknown }> = Parameters<Endpoint['handle']>[0];

async function open(parts: NodeParts, wanted: Wanted): Promise<Answer | null> {
  const { caches, initiate } = parts;
  const gone: (() => void)[] = [];
  const endpoint = implementOperation({
    ...caches,
    initiate,
    publicUrl,
    refreshCatalogue: parts.refreshCatalogue,
  } as unknown as Parameters<typeof implementOperation>[0]);
  const call = {
    account: await findCaller(caches.directory, wanted.account.apiKey),
    apiKey: wanted.account.apiKey,
    body: bodyOf(wanted),
    reply: { raw: { closed: false, once: (_event: string, run: () => void) => gone.push(run) } },
  };
  const answer = wholeAnswer(await endpoint.handle(call as unknown as CallOf<typeof endpoint>));
  for (const run of gone) run();
  const said = ('refused' in answer ? answer.refused : answer.body) as {
    code: number;
    data?: { transactionId?: string; status?: string };
  };
  // Code 5000 says that it could not be processed now.
  if (said.code === 5000) return null;
  return {
    at: parts.caches.clock.now(),
    code: said.code,
    transactionId: said.data?.transactionId ?? null,
    status: said.data?.status ?? null,
  };
}

const bodyOf = (wanted: Wanted) => ({
  codeService: services[wanted.route][wanted.direction],
  phone: wanted.phone,
  amount: wanted.francs,
  externalTransactionId: wanted.externalId,
  callbackUrl: `https://shop${wanted.account.id}.example/callback`,
});

/** As the page does: for the attempt that it shows. */
async function handIn(
  { database, initiate }: NodeParts,
  { account }: Wanted,
  id: string,
  otp: string,
): Promise<'over' | 'again'> {
  const key = { accountId: account.id, id };
  const [operation] = await findOperations(database, [key]);
  if (operation === undefined || isFinal(operation.state.state)) return 'over';
  const step = { ...key, attempt: operation.state.attempts, input: { otp } };
  await takePayerStep(initiate, step, stepTimeoutMs);
  return 'again';
}

async function refund(
  parts: NodeParts,
  { account }: Wanted,
  transactionId: string,
): Promise<string | null> {
  const { caches, initiate } = parts;
  const endpoint = implementRefundCancel({ catalogue: caches.catalogue, initiate });
  const caller = await findCaller(caches.directory, account.apiKey);
  const call = {
    account: caller,
    access: { services: null },
    body: { transactionId, apiKey: account.apiKey },
    again: false,
  };
  const answer = wholeAnswer(await endpoint.handle(call as unknown as CallOf<typeof endpoint>));
  if ('refused' in answer) return `refused ${answer.refused.code} ${answer.refused.msg}`;
  return (answer.body as { statutTreatment: string }).statutTreatment;
}

async function readStatus(parts: NodeParts, wanted: Wanted): Promise<string | null> {
  const found = await parts.statuses.find(wanted.account.id, wanted.externalId);
  return found === null ? 'none' : publicStatusOf(found.state, found.stage, found.direction);
}

export const amountOf = ({ francs }: Wanted): bigint => BigInt(francs) * unit;
