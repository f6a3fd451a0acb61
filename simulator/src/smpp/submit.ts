// Handles one submit_sm. Faults that a test has configured come first, then the PDU and the
// number's digits decide.

import { submittedId } from '../sms/behaviour.ts';
import { ruleFor } from '../sms/digits.ts';
import { noCreditDigits, status, statusOfDigits } from '../sms/refusals.ts';
import { unheardOfCodes } from '../unheard-of.ts';
import { command, writeHeader } from './codec.ts';
import { readSubmit } from './read-submit.ts';
import type { Message } from '../sms/message.ts';
import type { Submission } from './read-submit.ts';
import type { Session } from './session-type.ts';

const defaultValidityMs = 48 * 3_600_000;
/** Digits 8005: so long the answer waits for the receipt to be acknowledged. */
const earlyWaitMs = 3_000;

export function takeSubmit(
  session: Session,
  buffer: Buffer,
  start: number,
  end: number,
  sequence: number,
): void {
  const { behaviour, account } = session;
  if (behaviour.silent) return;
  session.unanswered += 1;
  session.submissions += 1;
  session.peakUnanswered = Math.max(session.peakUnanswered, session.unanswered);
  if (account === null || session.mode === 'receiver')
    return session.answer(sequence, status.notBound, '');
  const submission = readSubmit(buffer, start, end, session.smsc.clock.nowMs());
  const code = typeof submission === 'number' ? submission : refusalOf(session, submission);
  if (typeof submission === 'number' || code !== 0)
    return refuse(session, sequence, code, submission);
  if (takes('nackEvery', session)) {
    session.unanswered -= 1;
    writeHeader(session.out(), command.genericNack, status.badCommandId, sequence);
    return;
  }
  if (uses('swallow', session) || ruleFor('smpp', submission.to).kind === 'lost')
    return drop(session, submission);
  accept(session, sequence, submission);
}

/** What stands against a readable submission; 0: nothing. */
function refusalOf(session: Session, submission: Submission): number {
  const { behaviour, account } = session;
  if (session.unanswered > behaviour.window) return status.throttled;
  if (uses('queueFull', session)) return status.queueFull;
  if (behaviour.noCredit) return statusOfDigits(noCreditDigits);
  if (uses('refuse', session)) return behaviour.refuseStatus;
  if (behaviour.throttleAbove > 0 && account !== null && session.smsc.overRate(account.name, 1))
    return status.throttled;
  const rule = ruleFor('smpp', submission.to);
  switch (rule.kind) {
    case 'refuse':
      return statusOfDigits(rule.number);
    case 'refuseUnheardOf':
      return unheardOfCodes.smpp.refusal;
    case 'failsTwice':
      return session.smsc.failsNow('smpp', submission.to) ? status.systemError : 0;
    default:
      return 0;
  }
}

/** True for the next n submissions, where `name` says n. */
function uses(name: 'queueFull' | 'refuse' | 'mute' | 'swallow', { behaviour }: Session): boolean {
  if (behaviour[name] <= 0) return false;
  behaviour[name] -= 1;
  return true;
}

/** True for each nth submission of the connection, where `name` says n. */
function takes(name: 'dropEvery' | 'nackEvery', { behaviour, submissions }: Session): boolean {
  return behaviour[name] > 0 && submissions % behaviour[name] === 0;
}

function refuse(
  session: Session,
  sequence: number,
  code: number,
  submission: Submission | number,
): void {
  const { coding, header, hex, from, to } =
    typeof submission === 'number' ? unreadable : submission;
  const { smsc, account } = session;
  const content = { coding, header, hex };
  const atMs = smsc.clock.nowMs();
  smsc.notAccept('refused', {
    protocol: 'smpp',
    account: account?.name ?? '',
    from,
    to,
    atMs,
    status: code,
    content,
  });
  session.answer(sequence, code, '');
}

const unreadable = { from: '', to: '', coding: 0, header: '', hex: '' };

function drop(session: Session, { from, to, coding, header, hex }: Submission): void {
  const { smsc, account } = session;
  session.unanswered -= 1;
  const content = { coding, header, hex };
  const atMs = smsc.clock.nowMs();
  smsc.notAccept('dropped', {
    protocol: 'smpp',
    account: account?.name ?? '',
    from,
    to,
    atMs,
    status: 0,
    content,
  });
}

function accept(session: Session, sequence: number, submission: Submission): void {
  const { smsc, behaviour } = session;
  const rule = ruleFor('smpp', submission.to);
  const message = messageOf(session, submission);
  const cut = takes('dropEvery', session);
  const answered = !(uses('mute', session) || rule.kind === 'noAnswer');
  smsc.accept(message, submission, answered && !cut);
  if (cut) {
    smsc.plan(message);
    return session.drop();
  }
  if (!answered) session.unanswered -= 1;
  else if (rule.kind === 'early' && message.wants === 'everything' && !behaviour.holdReceipts) {
    return answerAfterReceipt(session, sequence, message);
  } else session.answer(sequence, 0, message.id);
  smsc.plan(message);
}

function answerAfterReceipt(session: Session, sequence: number, message: Message): void {
  let answered = false;
  const answer = (): void => {
    if (!answered) session.answer(sequence, 0, message.id);
    answered = true;
    clearTimeout(timer);
  };
  const timer = setTimeout(answer, earlyWaitMs).unref();
  session.smsc.report(message, 'DELIVRD', { acknowledged: answer });
}

function messageOf(session: Session, submission: Submission): Message {
  const { smsc, behaviour, account } = session;
  const seq = smsc.newSeq();
  const atMs = smsc.clock.nowMs();
  return {
    seq,
    id: submittedId(seq, behaviour),
    protocol: 'smpp',
    account: account?.name ?? '',
    from: submission.from,
    fromTon: submission.fromTon,
    to: submission.to,
    atMs,
    validUntilMs: atMs + (submission.validForMs ?? defaultValidityMs),
    wants: submission.wants,
    reference: submission.reference,
    group: '',
    webhook: '',
  };
}
