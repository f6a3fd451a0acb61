// `POST Messages.json`: one recipient, as a form.

import { isWebAddress, readText, sendJson } from '../http/exchange.ts';
import { takeOrder } from '../sms-carrier/take-order.ts';
import { messagingServiceSid, serviceNumber } from './credentials.ts';
import { codeOfRefusal, sendError } from './errors.ts';
import { presentMessage, sidOf } from './present.ts';
import type { Exchange } from '../http/exchange.ts';
import type { CarrierDeps } from '../sms-carrier/deps.ts';
import type { Fault, Submission } from '../sms-carrier/take-order.ts';

const bodyMax = 1_600;
const validityMaxSeconds = 36_000;

/** Numbers of Twilio's test credentials that are refused. */
const magicSenders: { readonly [from: string]: number } = {
  '+15005550001': 21_212,
  '+15005550007': 21_606,
  '+15005550008': 21_611,
};
const magicRecipients: { readonly [to: string]: number } = {
  '+15005550001': 21_211,
  '+15005550002': 21_612,
  '+15005550003': 21_408,
  '+15005550004': 21_610,
  '+15005550009': 21_614,
};

export async function sendMessage(deps: CarrierDeps, exchange: Exchange): Promise<void> {
  const form = new URLSearchParams((await readText(exchange)) ?? '');
  const submission = readForm(form);
  if (typeof submission === 'number') return sendError(exchange, submission);
  await takeOrder(deps, exchange, {
    numbers: [submission.to],
    fail: (fault) => sendError(exchange, codeOfFault[fault]),
    take(submit) {
      const verdict = submit(submission);
      if (verdict.kind !== 'accepted') return () => sendError(exchange, codeOfRefusal(verdict));
      const known = deps.references.find(verdict.message.id);
      return () => {
        // As it was taken: a report that was faster is not in the answer.
        if (known !== undefined)
          sendJson(exchange, 201, presentMessage({ ...known, state: 'ACCEPTD', error: '000' }));
      };
    },
  });
}

const codeOfFault: { readonly [fault in Fault]: number } = {
  failed: 20_500,
  throttled: 20_429,
  queueFull: 21_611,
};

/** What is to be sent, or the code of what is wrong with it. */
function readForm(form: URLSearchParams): Submission | number {
  const to = form.get('To') ?? '';
  const service = form.get('MessagingServiceSid') ?? '';
  const from = form.get('From') ?? (service === '' ? '' : serviceNumber);
  const text = form.get('Body') ?? '';
  const webhook = form.get('StatusCallback') ?? '';
  const seconds = Number(form.get('ValidityPeriod') ?? validityMaxSeconds);
  if (to === '') return 21_604;
  if (from === '') return 21_603;
  if (text === '') return 21_602;
  if (text.length > bodyMax) return 21_617;
  if (service !== '' && service !== messagingServiceSid) return 21_606;
  if (!isSender(from)) return 21_212;
  if (!to.startsWith('+')) return 21_211;
  if (webhook !== '' && !isWebAddress(webhook)) return 21_609;
  if (!Number.isInteger(seconds) || seconds < 1 || seconds > validityMaxSeconds) return 20_001;
  const magic = magicSenders[from] ?? magicRecipients[to];
  if (magic !== undefined) return magic;
  return {
    to: to.slice(1),
    from,
    text,
    validForMs: seconds * 1000,
    id: sidOf,
    reference: '',
    group: service,
    webhook,
  };
}

/** A number, a short code, or a name that has a letter. */
const isSender = (from: string): boolean =>
  /^\+[1-9][0-9]{6,14}$/.test(from) ||
  /^[0-9]{3,6}$/.test(from) ||
  (/^[A-Za-z0-9 +\-_&]{1,11}$/.test(from) && /[A-Za-z]/.test(from));
