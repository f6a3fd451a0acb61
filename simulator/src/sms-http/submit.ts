// Handles each recipient of an order.

import { stateWords } from './notice.ts';
import type { CarrierDeps } from '../sms-carrier/deps.ts';
import type { Submission, Verdict } from '../sms-carrier/take-order.ts';
import type { RefusalWord } from '../sms/refusals.ts';
import type { Order } from './read-body.ts';

export interface Result {
  to: string;
  reference: string;
  status: 'accepted' | 'refused';
  id?: string;
  state?: string;
  code?: RefusalWord | 'reference_conflict';
}

/** One result for each recipient. */
export function submitAll(
  deps: CarrierDeps,
  order: Order,
  submit: (submission: Submission) => Verdict,
): Result[] {
  const { from, text, validForMs, webhook } = order;
  const id = (seq: number): string => `m${seq.toString(36)}`;
  return order.recipients.map((recipient) => {
    const { reference } = recipient;
    const to = recipient.to.replace(/^\+/, '');
    const repeated = resultOfRepeat(deps, order, { to, reference });
    if (repeated !== null) return repeated;
    const verdict = submit({ to, from, text, validForMs, id, reference, group: '', webhook });
    if (verdict.kind === 'accepted')
      return { ...recipient, status: 'accepted', id: verdict.message.id };
    const code = verdict.kind === 'refused' ? verdict.word : 'rejected';
    return { ...recipient, status: 'refused', code };
  });
}

/** A known reference: the first result again when it is for the same message, else a refusal. Nothing is sent. */
function resultOfRepeat(
  deps: CarrierDeps,
  order: Order,
  { to, reference }: Order['recipients'][number],
): Result | null {
  const known = deps.references.find(reference);
  if (known === undefined) return null;
  const { message, text, state } = known;
  const isSame = message.to === to && message.from === order.from && text === order.text;
  if (!isSame) return { to: `+${to}`, reference, status: 'refused', code: 'reference_conflict' };
  return {
    to: `+${to}`,
    reference,
    status: 'accepted',
    id: message.id,
    state: stateWords[state],
  };
}
