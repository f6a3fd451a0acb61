// Handles a call that submits messages: faults that a test has configured come first, then the
// digits of each recipient decide. The answer is the provider's own.

import { sendText } from '../http/exchange.ts';
import { isNth } from '../sms/behaviour.ts';
import { ruleFor } from '../sms/digits.ts';
import { barredDigits, noCreditDigits, wordOfDigits } from '../sms/refusals.ts';
import type { Exchange } from '../http/exchange.ts';
import type { Message } from '../sms/message.ts';
import type { RefusalWord } from '../sms/refusals.ts';
import type { CarrierDeps } from './deps.ts';

export interface Submission {
  /** Digits without plus; anything else is refused as no number. */
  to: string;
  from: string;
  text: string;
  validForMs: number;
  /** Made of the number of the submission. */
  id: (seq: number) => string;
  reference: string;
  group: string;
  /** Where its reports go; '': to the account's address. */
  webhook: string;
}

export type Verdict =
  | { kind: 'accepted'; message: Message }
  | { kind: 'refused'; word: RefusalWord; number: number }
  /** To be told by a code that no table has. */
  | { kind: 'unheardOf' };

/** Why nothing of a call was taken. */
export type Fault = 'failed' | 'throttled' | 'queueFull';

export interface Order {
  /** Recipients, digits without plus. */
  numbers: readonly string[];
  /** Answers a call of which nothing was taken. */
  fail: (fault: Fault) => void;
  /** Submits each recipient; what it returns sends the answer. */
  take: (submit: (submission: Submission) => Verdict) => () => void;
}

/** Digits 8005: so long the answer waits for the receipt to be taken. */
const earlyWaitMs = 3_000;
const badNumberDigits = 11;

/** Misbehaviour that any call meets. True: the call has had its answer, or gets none. */
export function misbehaves({ smsc, protocol }: CarrierDeps, exchange: Exchange): boolean {
  const behaviour = smsc.behaviours.of(protocol);
  if (behaviour.silent) return true;
  if (behaviour.httpFail <= 0) return false;
  behaviour.httpFail -= 1;
  sendText(exchange, behaviour.httpStatus, 'text/html', '<h1>told to fail</h1>');
  return true;
}

interface Call {
  /** The connection ends without an answer. */
  cut: boolean;
  reported: Promise<void>[];
}

export async function takeOrder(
  deps: CarrierDeps,
  exchange: Exchange,
  order: Order,
): Promise<void> {
  const { smsc, protocol } = deps;
  const behaviour = smsc.behaviours.of(protocol);
  const fault = faultOf(deps, order.numbers);
  if (fault !== null) return order.fail(fault);
  if (behaviour.swallow > 0) {
    behaviour.swallow -= 1;
    return void exchange.response.destroy();
  }
  const call: Call = { cut: behaviour.mute > 0, reported: [] };
  if (call.cut) behaviour.mute -= 1;
  deps.calls = (deps.calls ?? 0) + 1;
  call.cut ||= behaviour.dropEvery > 0 && deps.calls % behaviour.dropEvery === 0;
  const answer = order.take((submission) => submit(deps, call, submission));
  await Promise.all(call.reported);
  await smsc.turn.settled();
  if (behaviour.slowMs > 0) await new Promise((resolve) => setTimeout(resolve, behaviour.slowMs));
  if (call.cut) exchange.response.destroy();
  else answer();
}

function faultOf(deps: CarrierDeps, numbers: readonly string[]): Fault | null {
  const { smsc, protocol } = deps;
  const behaviour = smsc.behaviours.of(protocol);
  if (behaviour.queueFull > 0) {
    behaviour.queueFull -= 1;
    return 'queueFull';
  }
  if (smsc.overRate(protocol, numbers.length)) return 'throttled';
  return numbers.some((to) => smsc.failsNow(protocol, to)) ? 'failed' : null;
}

function submit(deps: CarrierDeps, call: Call, submission: Submission): Verdict {
  const { smsc, protocol, optOuts } = deps;
  const { to } = submission;
  const rule = ruleFor(protocol, to);
  if (!/^[1-9][0-9]{6,14}$/.test(to)) return refuse(deps, submission, badNumberDigits);
  if (optOuts?.has(to) === true) return refuse(deps, submission, barredDigits);
  if (smsc.behaviours.of(protocol).noCredit) return refuse(deps, submission, noCreditDigits);
  if (rule.kind === 'refuse') return refuse(deps, submission, rule.number);
  if (rule.kind === 'refuseUnheardOf') {
    note(deps, 'refused', submission, rule.kind);
    return { kind: 'unheardOf' };
  }
  if (rule.kind === 'lost') {
    call.cut = true;
    note(deps, 'dropped', submission, '');
    // Nobody reads it.
    return { kind: 'unheardOf' };
  }
  const message = accept(deps, submission, !(call.cut || rule.kind === 'noAnswer'));
  call.cut ||= rule.kind === 'noAnswer';
  const { earlyEvery } = smsc.behaviours.of(protocol);
  if (rule.kind === 'early' || (rule.kind === 'plain' && isNth(message, earlyEvery)))
    call.reported.push(reportFirst(deps, message));
  else smsc.plan(message);
  return { kind: 'accepted', message };
}

function refuse(deps: CarrierDeps, submission: Submission, number: number): Verdict {
  const word = wordOfDigits(number);
  note(deps, 'refused', submission, word);
  return { kind: 'refused', word, number };
}

function note(
  { smsc, protocol }: CarrierDeps,
  event: 'refused' | 'dropped',
  { from, to, text }: Submission,
  status: string,
): void {
  const atMs = smsc.clock.nowMs();
  const content = { text };
  smsc.notAccept(event, { protocol, account: protocol, from, to, atMs, status, content });
}

function accept(
  { smsc, references, protocol }: CarrierDeps,
  submission: Submission,
  answered: boolean,
): Message {
  const { from, to, text, validForMs, reference, group, webhook } = submission;
  const seq = smsc.newSeq();
  const atMs = smsc.clock.nowMs();
  const message: Message = {
    seq,
    id: submission.id(seq),
    protocol,
    account: protocol,
    from,
    fromTon: 0,
    to,
    atMs,
    validUntilMs: atMs + validForMs,
    wants: 'everything',
    reference,
    group,
    webhook,
  };
  references.remember(message, text);
  smsc.accept(message, { text }, answered);
  return message;
}

function reportFirst({ smsc }: CarrierDeps, message: Message): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, earlyWaitMs).unref();
    const acknowledged = (): void => {
      clearTimeout(timer);
      resolve();
    };
    smsc.report(message, 'DELIVRD', { acknowledged });
  });
}
