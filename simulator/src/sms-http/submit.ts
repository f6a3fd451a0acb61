// Handles each recipient of an order.

import { ruleOf } from '../sms/digits.ts';
import { wordOfDigits } from '../sms/refusals.ts';
import { httpAccount, stateWords } from './webhook.ts';
import type { Message } from '../sms/message.ts';
import type { RefusalWord } from '../sms/refusals.ts';
import type { Order } from './read-body.ts';
import type { SmsHttpDeps } from './deps.ts';

export interface Result {
  to: string;
  reference: string;
  status: 'accepted' | 'refused';
  id?: string;
  state?: string;
  code?: RefusalWord | 'reference_conflict';
}

/** Digits 8005: so long the answer waits for the receipt to be taken. */
const earlyWaitMs = 3_000;

/** One result for each recipient; null when the connection is to be cut without an answer. */
export async function submit(deps: SmsHttpDeps, order: Order): Promise<Result[] | null> {
  const { smsc } = deps;
  const behaviour = smsc.behaviours.of(httpAccount);
  if (behaviour.swallow > 0) {
    behaviour.swallow -= 1;
    return null;
  }
  const results: Result[] = [];
  const reported: Promise<void>[] = [];
  let cut = behaviour.mute > 0;
  if (cut) behaviour.mute -= 1;
  for (const recipient of order.recipients) {
    const to = recipient.to.replace(/^\+/, '');
    const repeated = resultOfRepeat(deps, order, { ...recipient, to });
    const rule = ruleOf(to);
    if (repeated !== null) results.push(repeated);
    else if (!/^[1-9][0-9]{6,14}$/.test(to))
      results.push(refuse(deps, order, recipient, to, 'invalid_number'));
    else if (rule.kind === 'refuse')
      results.push(refuse(deps, order, recipient, to, wordOfDigits(rule.number)));
    else if (rule.kind === 'lost') {
      cut = true;
      note(deps, 'dropped', order, to, '');
    } else {
      const message = accept(
        deps,
        order,
        to,
        recipient.reference,
        !(cut || rule.kind === 'noAnswer'),
      );
      cut ||= rule.kind === 'noAnswer';
      if (rule.kind === 'early') reported.push(reportFirst(deps, message));
      else smsc.plan(message);
      results.push({ ...recipient, status: 'accepted', id: message.id });
    }
  }
  await Promise.all(reported);
  return cut ? null : results;
}

/** A known reference: the first result again when it is for the same message, else a refusal. Nothing is sent. */
function resultOfRepeat(
  deps: SmsHttpDeps,
  order: Order,
  { to, reference }: Order['recipients'][number],
): Result | null {
  const known = deps.references.find(reference);
  if (known === undefined) return null;
  const isSame = known.to === to && known.from === order.from && known.text === order.text;
  if (!isSame) return { to: `+${to}`, reference, status: 'refused', code: 'reference_conflict' };
  return {
    to: `+${to}`,
    reference,
    status: 'accepted',
    id: known.id,
    state: stateWords[known.state],
  };
}

function refuse(
  deps: SmsHttpDeps,
  order: Order,
  recipient: Order['recipients'][number],
  to: string,
  code: RefusalWord,
): Result {
  note(deps, 'refused', order, to, code);
  return { ...recipient, status: 'refused', code };
}

function note(
  { smsc }: SmsHttpDeps,
  event: 'refused' | 'dropped',
  order: Order,
  to: string,
  status: string,
): void {
  const { from, text } = order;
  smsc.notAccept(event, {
    protocol: 'http',
    account: httpAccount,
    from,
    to,
    atMs: smsc.clock.nowMs(),
    status,
    content: { text },
  });
}

function accept(
  { smsc, references }: SmsHttpDeps,
  order: Order,
  to: string,
  reference: string,
  answered: boolean,
): Message {
  const seq = smsc.newSeq();
  const atMs = smsc.clock.nowMs();
  const message: Message = {
    seq,
    id: `m${seq.toString(36)}`,
    protocol: 'http',
    account: httpAccount,
    from: order.from,
    fromTon: 0,
    to,
    atMs,
    validUntilMs: atMs + order.validForMs,
    wants: 'everything',
    reference,
    webhook: order.webhook,
  };
  references.remember(message, order.text);
  smsc.accept(message, { text: order.text }, answered);
  return message;
}

function reportFirst({ smsc }: SmsHttpDeps, message: Message): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, earlyWaitMs).unref();
    const acknowledged = (): void => {
      clearTimeout(timer);
      resolve();
    };
    smsc.report(message, 'DELIVRD', { acknowledged });
  });
}
