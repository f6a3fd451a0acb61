// Parses and validates a body of the SMS interface, with the problem of each invalid field. Checks
// that depend on the app (its parts, its senders, the balance) come later. Form-urlencoded bodies
// come here with the same members.
import { smsContentUnitsMax } from './encoding.ts';
import { smsRecipientsMax } from './fields.ts';
import { readScheduleAt } from './schedule.ts';
import { checkSender } from './sender.ts';
import type { SenderCheck, SenderProblem } from './sender.ts';

/**
 * `<field>.<problem>`: the field is the key in the answer's `data`, the whole is the key of its
 * sentence.
 */
export type SmsFault =
  | `app_key.${'missing' | 'notText' | 'wrong'}`
  | `sender.${'missing' | 'notText' | SenderProblem | 'notAllowed'}`
  | `content.${'missing' | 'notText' | 'empty' | 'tooLong' | 'cardNumber'}`
  | `msisdn.${'missing' | 'notList' | 'notText' | 'empty' | 'tooMany'}`
  | `scheduleAt.${'invalid' | 'past' | 'tooFar'}`
  | `callbackUrl.${'notText' | 'notAllowed' | 'notHttps' | 'cardNumber'}`;

export type UsableSender = Exclude<SenderCheck, { kind: 'problem' }>;

export interface SendSmsCommand {
  appKey: string;
  sender: UsableSender;
  content: string;
  /** As sent, neither normalized nor checked; 1 to 10,000. */
  msisdn: string[];
  /** ms since 1970; null: now. */
  scheduleAt: number | null;
  /** As sent, not checked; null: the app's. */
  callbackUrl: string | null;
}

export interface SmsCancelCommand {
  appKey: string;
  msisdn: null;
}

export interface SmsPreviewCommand {
  appKey: string;
  content: string;
  /** Null where it was not given. */
  sender: UsableSender | null;
  msisdn: string[] | null;
}

export interface SmsNumbersCommand {
  appKey: string;
  msisdn: string[];
}

export type ReadSms<Command> = { ok: true; command: Command } | { ok: false; faults: SmsFault[] };

const reportUrlCharactersMax = 2_000;

type Field<Value> = { value: Value } | { fault: SmsFault };
type Body = Readonly<Record<string, unknown>>;

/** POST /api/send-sms. */
export function readSendSms(body: Body): ReadSms<SendSmsCommand> {
  const [appKey, sender, content, msisdn, scheduleAt, callbackUrl] = [
    readAppKey(body),
    readSender(body),
    readContent(body),
    readNumbers(body),
    readSchedule(body),
    readReportUrl(body),
  ];
  if (
    'value' in appKey &&
    'value' in sender &&
    'value' in content &&
    'value' in msisdn &&
    'value' in scheduleAt &&
    'value' in callbackUrl
  )
    return {
      ok: true,
      command: {
        appKey: appKey.value,
        sender: sender.value,
        content: content.value,
        msisdn: msisdn.value,
        scheduleAt: scheduleAt.value,
        callbackUrl: callbackUrl.value,
      },
    };
  return refused([appKey, sender, content, msisdn, scheduleAt, callbackUrl]);
}

/** POST /api/sms/batches/{id}/cancel. */
export function readSmsCancel(body: Body): ReadSms<SmsCancelCommand> {
  const appKey = readAppKey(body);
  return 'value' in appKey
    ? { ok: true, command: { appKey: appKey.value, msisdn: null } }
    : refused([appKey]);
}

/** POST /api/sms/preview: sender and numbers may be absent. */
export function readSmsPreview(body: Body): ReadSms<SmsPreviewCommand> {
  const appKey = readAppKey(body);
  const content = readContent(body);
  const sender = isAbsent(body['sender']) ? { value: null } : readSender(body);
  const msisdn = isAbsent(body['msisdn']) ? { value: null } : readNumbers(body);
  if ('value' in appKey && 'value' in content && 'value' in sender && 'value' in msisdn)
    return {
      ok: true,
      command: {
        appKey: appKey.value,
        content: content.value,
        sender: sender.value,
        msisdn: msisdn.value,
      },
    };
  return refused([appKey, sender, content, msisdn]);
}

/** POST /api/sms/opt-outs and /api/sms/opt-outs/remove. */
export function readSmsNumbers(body: Body): ReadSms<SmsNumbersCommand> {
  const [appKey, msisdn] = [readAppKey(body), readNumbers(body)];
  if ('value' in appKey && 'value' in msisdn)
    return { ok: true, command: { appKey: appKey.value, msisdn: msisdn.value } };
  return refused([appKey, msisdn]);
}

function refused(fields: readonly Field<unknown>[]): { ok: false; faults: SmsFault[] } {
  return { ok: false, faults: fields.flatMap((field) => ('fault' in field ? [field.fault] : [])) };
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Whose request it is, so that nothing else of it is looked at before that is known. */
export function readAppKey(body: Body): Field<string> {
  const given = body['app_key'];
  if (isAbsent(given)) return { fault: 'app_key.missing' };
  if (typeof given !== 'string') return { fault: 'app_key.notText' };
  return given.trim() === '' ? { fault: 'app_key.missing' } : { value: given.trim() };
}

function readSender(body: Body): Field<UsableSender> {
  const given = body['sender'];
  if (isAbsent(given)) return { fault: 'sender.missing' };
  // Short codes are often written as numbers in JSON.
  const text = Number.isSafeInteger(given) ? String(given) : given;
  if (typeof text !== 'string') return { fault: 'sender.notText' };
  const check = checkSender(text);
  return check.kind === 'problem' ? { fault: `sender.${check.problem}` } : { value: check };
}

function readContent(body: Body): Field<string> {
  const given = body['content'];
  if (isAbsent(given)) return { fault: 'content.missing' };
  if (typeof given !== 'string') return { fault: 'content.notText' };
  if (given.length > smsContentUnitsMax) return { fault: 'content.tooLong' };
  return given.trim() === '' ? { fault: 'content.empty' } : { value: given };
}

/** Whether it lies ahead, and not too far, is decided on the gateway's clock. */
function readSchedule(body: Body): Field<number | null> {
  const given = body['scheduleAt'];
  if (isAbsent(given) || given === '') return { value: null };
  const at = typeof given === 'string' ? readScheduleAt(given) : null;
  return at === null ? { fault: 'scheduleAt.invalid' } : { value: at };
}

function readReportUrl(body: Body): Field<string | null> {
  const given = body['callbackUrl'];
  if (isAbsent(given) || given === '') return { value: null };
  return typeof given === 'string' && given.length <= reportUrlCharactersMax
    ? { value: given }
    : { fault: 'callbackUrl.notText' };
}

/**
 * A list; one number alone, as a form may send it, counts as a list of one. A JSON number is read
 * as its digits.
 */
function readNumbers(body: Body): Field<string[]> {
  const given = body['msisdn'];
  if (isAbsent(given)) return { fault: 'msisdn.missing' };
  const list: readonly unknown[] | null = Array.isArray(given)
    ? given
    : typeof given === 'object' || typeof given === 'boolean'
      ? null
      : [given];
  if (list === null) return { fault: 'msisdn.notList' };
  if (list.length === 0) return { fault: 'msisdn.empty' };
  if (list.length > smsRecipientsMax) return { fault: 'msisdn.tooMany' };
  const numbers: string[] = [];
  for (const each of list) {
    if (typeof each === 'string') numbers.push(each);
    else if (Number.isSafeInteger(each)) numbers.push(String(each));
    else return { fault: 'msisdn.notText' };
  }
  return numbers.length === 1 && numbers[0]?.trim() === ''
    ? { fault: 'msisdn.empty' }
    : { value: numbers };
}
