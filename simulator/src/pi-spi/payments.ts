// Takes payments, requests to pay and returns, and tells how they stand.

import { refundOrder } from '../core/refund.ts';
import type { Operation } from '../core/operation.ts';
import { isMembers, readJson, sendJson } from '../http/exchange.ts';
import type { Exchange, Members } from '../http/exchange.ts';
import { callbackOf } from './deps.ts';
import type { PiSpiDeps } from './deps.ts';
import { readPayment, readRequest } from './order-body.ts';
import type { Fault } from './order-body.ts';
import {
  end2endIdOf,
  presentPayment,
  presentRepeat,
  presentStatus,
  seqOfEnd2end,
} from './present.ts';
import { sendInvalid, sendProblem } from './problem.ts';
import type { Order } from '../core/operation.ts';

/** From then on the result of what was sent is certain. */
const certainAfterMs = 20_000;
const pageMax = 100;

const bodyOf = async (exchange: Exchange): Promise<Members> => {
  const body = await readJson(exchange);
  return isMembers(body) ? body : {};
};

export async function pay(deps: PiSpiDeps, exchange: Exchange): Promise<void> {
  return take(deps, exchange, readPayment(await bodyOf(exchange), callbackOf(deps)));
}

export async function ask(deps: PiSpiDeps, exchange: Exchange): Promise<void> {
  const body = await bodyOf(exchange);
  return take(deps, exchange, readRequest(body, callbackOf(deps), deps.nowMs()));
}

async function take(deps: PiSpiDeps, exchange: Exchange, order: Order | Fault): Promise<void> {
  if ('name' in order) return sendInvalid(exchange, order.name, order.reason);
  const submission = await deps.engine.submit(order, { refusal: 0, claimTaken: 0 });
  if (submission.kind === 'hold') return deps.hold(exchange);
  if (submission.kind === 'conflict' || !submission.fresh)
    return sendJson(exchange, 200, presentRepeat(order.reference, deps.store.bySeq.length));
  sendJson(exchange, 200, presentPayment(submission.operation));
}

export async function readOne(
  deps: PiSpiDeps,
  exchange: Exchange,
  area: 'paiements' | 'demandes-paiements',
  txId: string,
): Promise<void> {
  const found = await find(deps, txId);
  const isHere = found !== undefined && (found.kind === 'collect') === (area !== 'paiements');
  if (!isHere) return sendProblem(exchange, 404, 'no such txId');
  sendJson(exchange, 200, presentPayment(found));
}

async function find({ engine }: PiSpiDeps, txId: string): Promise<Operation | undefined> {
  const found = await engine.find(txId);
  return found?.protocol === 'pi-spi' && found.kind !== 'refund' ? found : undefined;
}

/** The list, newest first. */
export function list({ store }: PiSpiDeps, exchange: Exchange): void {
  const asked = Number(exchange.query.get('size') ?? pageMax);
  const size = Math.min(Math.max(asked || 1, 1), pageMax);
  const found = store.bySeq
    .slice(-size)
    .filter((each) => each?.protocol === 'pi-spi' && each.kind !== 'refund');
  const data = found.map((each) => presentPayment(each!)).toReversed();
  sendJson(exchange, 200, { data, meta: { total: data.length, size, page: 1 } });
}

/** Only final results; while there is none, nothing is found. */
export async function certain(
  deps: PiSpiDeps,
  exchange: Exchange,
  end2endId: string,
): Promise<void> {
  const found = await deps.engine.findBySeq(seqOfEnd2end(end2endId));
  if (found?.protocol !== 'pi-spi') return sendProblem(exchange, 404, 'no such end2endId');
  if (found.status === 'pending') {
    const isYoung = deps.nowMs() - found.createdAtMs < certainAfterMs;
    return sendProblem(exchange, 404, isYoung ? 'not certain yet' : 'not final yet');
  }
  sendJson(exchange, 200, presentStatus(found));
}

/** A received payment goes back, whole. Idempotent: a repeat tells of the first return. */
export async function giveBack(
  deps: PiSpiDeps,
  exchange: Exchange,
  end2endId: string,
): Promise<void> {
  const original = await deps.engine.findBySeq(seqOfEnd2end(end2endId));
  if (original?.protocol !== 'pi-spi' || original.kind !== 'collect')
    return sendProblem(exchange, 404, 'no payment was received under this id');
  const reference = `retour-${end2endIdOf(original.seq)}`;
  const known = await deps.engine.find(reference);
  if (known === undefined && !deps.engine.refundable(original))
    return sendProblem(exchange, 400, 'the payment is not irrevocable');
  const order = refundOrder(original, reference, callbackOf(deps));
  const submission = await deps.engine.submit(order, { refusal: 0, claimTaken: 0 });
  if (submission.kind !== 'done') return sendProblem(exchange, 409, 'another return');
  const { operation } = submission;
  sendJson(exchange, 200, { ...presentStatus(operation), montant: Number(operation.amount) });
}
