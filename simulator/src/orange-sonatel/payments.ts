// Takes cash-ins, one-step payments and QR codes.

import {
  header,
  isMembers,
  isWebAddress,
  readJson,
  sendJson,
  textMember,
} from '../http/exchange.ts';
import type { Exchange, Members } from '../http/exchange.ts';
import { partnerNumber, pin, wrongOtp } from './credentials.ts';
import type { SonatelDeps } from './deps.ts';
import { readCashIn, readOneStep, readQrCode } from './orders.ts';
import type { Fault, Reading } from './orders.ts';
import { presentAnswer } from './present.ts';
import { sendProblem, sendRefusal } from './problem.ts';
import type { Operation } from '../core/operation.ts';

/** A picture of one point: nobody looks at it. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=';

const noticeKeysMax = 10_000;

export async function cashIn(deps: SonatelDeps, exchange: Exchange): Promise<void> {
  const body = await bodyOf(exchange);
  const fault = await pinFault(deps, body['partner']);
  if (fault !== null) return sendFault(exchange, fault);
  return take(deps, exchange, readCashIn(body, callbackOf(deps, exchange)), answer);
}

/** Null: it is our PIN for our number. */
export async function pinFault(deps: SonatelDeps, partner: unknown): Promise<Fault | null> {
  if (!isMembers(partner) || partner['idType'] !== 'MSISDN' || partner['id'] !== partnerNumber)
    return { code: 2000, text: 'partner not known' };
  const given = await deps.keys.decrypt(partner['encryptedPinCode']);
  if (given === null) return { code: 4003, text: 'public key revoked' };
  return given === pin ? null : { code: 2011, text: 'wrong PIN' };
}

export async function oneStep(deps: SonatelDeps, exchange: Exchange): Promise<void> {
  const body = await bodyOf(exchange);
  const { customer } = body;
  const otp = isMembers(customer) ? textMember(customer, 'otp') : undefined;
  if (otp === undefined || !/^\d{6}$/.test(otp) || otp === wrongOtp)
    return sendFault(exchange, { code: 2012, text: 'wrong one-time code' });
  return take(deps, exchange, readOneStep(body, callbackOf(deps, exchange)), answer);
}

export async function qrCode(deps: SonatelDeps, exchange: Exchange): Promise<void> {
  const body = await bodyOf(exchange);
  return take(deps, exchange, readQrCode(body, callbackOf(deps, exchange)), (operation) => {
    // A code that was paid before its answer (outcome digits) has no page any more.
    const link = `${deps.pageBase()}/pay/${operation.live?.token ?? 'paid'}`;
    sendJson(exchange, 200, {
      qrId: `QR${operation.seq}`,
      qrCode: picture,
      deepLink: link,
      deepLinks: { MAXIT: `${link}?app=maxit`, OM: `${link}?app=om` },
      shortLink: link,
      validity: body['validity'],
    });
  });
}

async function bodyOf(exchange: Exchange): Promise<Members> {
  const body = await readJson(exchange);
  return isMembers(body) ? body : {};
}

/** The address of the call, else of the merchant. */
function callbackOf(deps: SonatelDeps, exchange: Exchange): string | null {
  const named = header(exchange, 'x-callback-url');
  return named !== undefined && isWebAddress(named)
    ? named
    : (deps.registered?.callbackUrl ?? null);
}

type Answer = (operation: Operation, exchange: Exchange) => void;
const answer: Answer = (operation, exchange) => sendJson(exchange, 200, presentAnswer(operation));

async function take(
  deps: SonatelDeps,
  exchange: Exchange,
  order: Reading,
  accepted: Answer,
): Promise<void> {
  if ('code' in order) return sendFault(exchange, order);
  const key = header(exchange, 'x-api-key');
  if (deps.noticeKeys.size >= noticeKeysMax) deps.noticeKeys.clear();
  if (key !== undefined) deps.noticeKeys.set(order.reference, key);
  const submission = await deps.engine.submit(order, { refusal: 0, claimTaken: 0 });
  if (submission.kind === 'hold') return deps.hold(exchange);
  if (submission.kind === 'conflict' || !submission.fresh)
    return sendFault(exchange, { code: 4099, text: 'reference already used' });
  const { operation } = submission;
  if (operation.status === 'failed') return sendRefusal(exchange, operation);
  accepted(operation, exchange);
}

const sendFault = (exchange: Exchange, { code, text }: Fault): void =>
  sendProblem(exchange, 400, code, text);
