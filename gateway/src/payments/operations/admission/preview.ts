// Previews an order: what `operation` would answer, and what it would cost. The order is judged and
// decided by the functions of an operation, on what is stored at this moment. Nothing is stored,
// nothing is sent, and no provider is asked.

import { recentQuote } from '../../remittance/index.ts';
import type { Service } from '../../catalogue/index.ts';
import type { Admitted } from './admit.ts';
import { decide } from '../writer/group.ts';
import { noChanges } from '../writer/group-view.ts';
import { prepareParked } from './initiate.ts';
import { contextOf, judge, type JudgeDeps, type Judged } from './judge.ts';
import { prepareOpening, type Initiated, type Order } from './opening.ts';
import type { Operation } from '../model/operation.ts';
import { chargedAsQuoted, quoteOrderOf } from './remittance-quote.ts';
import { remainingOf, type Remaining } from '../writer/rules.ts';
import { loadPreview } from '../writer/transaction.ts';

export type PreviewDeps = Omit<JudgeDeps, 'mayTry'>;

export interface Previewed {
  type: 'previewed';
  /** The operation as its opening would store it: FAILED if refused. It has no id. */
  operation: Operation;
  service: Service;
  /** False if the provider's quote decides the commission: a preview asks for none. */
  isPriced: boolean;
  remaining: Remaining;
}

/** No operation has this id. */
const noId = '0';
/** A preview takes none of the few places on a route that is being tried again. */
const mayTry = (): boolean => false;

export async function previewOperation(
  deps: PreviewDeps,
  order: Order,
): Promise<Previewed | Exclude<Initiated, { type: 'opened' }>> {
  const judged = await judge({ ...deps, mayTry }, order, contextOf(deps, order, noId));
  return judged.type === 'judged' ? decideOn(deps, order, judged) : judged;
}

async function decideOn(
  deps: PreviewDeps,
  order: Order,
  judged: Judged,
): ReturnType<typeof previewOperation> {
  const { admitted, isPriced } = await priced(deps, judged);
  const { service, rules } = admitted;
  const {
    card: _card,
    mayBegin: _mayBegin,
    ...opening
  } = judged.way === 'go'
    ? prepareOpening(deps, order, admitted, judged.provider)
    : prepareParked(deps, order, judged, judged.way);
  const terms = { ...opening.terms, callbackUrl: null, callbackHash: null };
  const view = await loadPreview(deps.database, { terms, rules });
  const remaining = remainingOf(terms, rules, view.usage, view.now);
  const command = { ...opening, terms, attempt: null, keepLease: false };
  const result = decide({ type: 'open', ...command }, view, noChanges());
  switch (result.type) {
    case 'opened':
      return { type: 'previewed', operation: result.operation, service, isPriced, remaining };
    case 'replayed':
    case 'conflict':
    case 'stale':
      return result;
    case 'billPaid':
      return { type: 'paid' };
    default:
      throw new Error(`an opening was answered ${result.type}`);
  }
}

/**
 * A remittance costs what it was quoted within the last minutes. Without a quote its cost is
 * unknown.
 */
async function priced(
  { database }: PreviewDeps,
  { admitted, provider }: Judged,
): Promise<{ admitted: Admitted; isPriced: boolean }> {
  const wanted = admitted.refusal === null ? quoteOrderOf(admitted.terms, provider) : null;
  if (wanted === null) return { admitted, isPriced: true };
  const { accountId, codeService, amount: amountMinor, sendData } = wanted;
  const quote = await recentQuote(database, { accountId, codeService, amountMinor }, sendData);
  return quote === null
    ? { admitted, isPriced: false }
    : { admitted: chargedAsQuoted(admitted, quote), isPriced: true };
}
