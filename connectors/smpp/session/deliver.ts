// Handles a deliver_sm or data_sm: read, stored by the core, and only then acknowledged.

import type { SmsEvents } from '@jokko/connectors/kit';
import { replies } from '../codec/commands.ts';
import { parseInbound } from '../inbound/parse.ts';
import { kindOf, parseReceipt } from '../receipt/parse.ts';
import type { IdFormats } from '../receipt/spellings.ts';
import { answerDelivery, countUnstored } from './connection.ts';
import type { Connection, DeliveryPdu } from './connection.ts';
import type { Counters } from './counters.ts';

interface DeliverDeps {
  events: SmsEvents;
  idFormats: IdFormats;
  counters: Counters;
  /** A word for a state that no table has, so that it can be added. */
  strangeState(word: string): void;
  log(level: 'warn', message: string, details: { [name: string]: string | number }): void;
}

/**
 * One line for the first of its kind, then for each of so many: a broken operator sends thousands.
 */
const logEvery = 1000;

export function takeDelivery(deps: DeliverDeps, connection: Connection, pdu: DeliveryPdu): void {
  const { delivery } = pdu;
  if (delivery === null)
    return refuseUnreadable(deps, connection, pdu, 'fields do not fit the PDU');
  const kind = kindOf(delivery);
  const message = kind === 'receipt' ? null : parseInbound(delivery);
  const receipt =
    kind === 'message' ? null : parseReceipt(delivery, deps.idFormats, deps.strangeState);
  if (receipt !== null)
    return store(deps, connection, pdu, () =>
      deps.events.receipt(message === null ? receipt : { ...receipt, orMessage: message }),
    );
  if (message !== null) return store(deps, connection, pdu, () => deps.events.inbound(message));
  if (kind !== 'receipt')
    return refuseUnreadable(deps, connection, pdu, `no text in data_coding ${delivery.dataCoding}`);
  // Acknowledged although nothing is stored: the same bytes would come again and again and hold up
  // those behind them, and would never read better. The message stays SENT until its validity is
  // over and is UNKNOWN then, which is the truth.
  deps.counters.unreadableReceipts += 1;
  const count = deps.counters.unreadableReceipts;
  if (count % logEvery === 1)
    deps.log('warn', 'SMPP receipt without id or state', { count, octets: delivery.octets.length });
  answerDelivery(connection, pdu, replies.ok);
}

/** Refused for good, for the same reason; unlike a receipt the operator can tell the sender. */
function refuseUnreadable(
  deps: DeliverDeps,
  connection: Connection,
  pdu: DeliveryPdu,
  why: string,
): void {
  deps.counters.unreadableMessages += 1;
  const count = deps.counters.unreadableMessages;
  if (count % logEvery === 1) deps.log('warn', 'SMPP message cannot be read', { count, why });
  answerDelivery(connection, pdu, replies.neverAgain);
}

function store(
  deps: DeliverDeps,
  connection: Connection,
  pdu: DeliveryPdu,
  keep: () => Promise<void>,
): void {
  void storeAndAnswer(deps, connection, pdu, keep);
}

/** Never rejects. */
async function storeAndAnswer(
  deps: DeliverDeps,
  connection: Connection,
  pdu: DeliveryPdu,
  keep: () => Promise<void>,
): Promise<void> {
  countUnstored(connection, 1);
  let status: number = replies.ok;
  try {
    await keep();
  } catch {
    // The core has said why; here it only matters that the operator sends it again.
    deps.counters.notStored += 1;
    status = replies.tryAgain;
  }
  answerDelivery(connection, pdu, status);
  countUnstored(connection, -1);
}
