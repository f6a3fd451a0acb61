// Takes questions that are answered by a notice: how a transaction stands, and what an account
// holds.

import { sendJson, textMember } from '../http/exchange.ts';
import { shortCodes } from './credentials.ts';
import { sendBadField } from './errors.ts';
import { newQuestion, seqOfOriginator, seqOfReceipt } from './ids.ts';
import { addressFault, initiatorFault } from './order-body.ts';
import { noticeTo, presentBalance, presentStanding } from './present.ts';
import type { Operation } from '../core/operation.ts';
import type { Exchange, Members } from '../http/exchange.ts';
import type { Conversation } from './ids.ts';
import type { MpesaDeps } from './deps.ts';

export async function askStatus(deps: MpesaDeps, exchange: Exchange, body: Members): Promise<void> {
  const fault = questionFault(body, 'TransactionStatusQuery');
  if (fault !== '') return sendBadField(exchange, fault);
  const operation = await named(deps, body);
  const question = newQuestion(deps.nowMs());
  sendTaken(exchange, question);
  const isOurs = operation?.protocol === 'mpesa';
  const told = presentStanding(question, isOurs ? operation : undefined);
  void deps.notices.send(noticeTo(textMember(body, 'ResultURL')!, told));
}

/** By its receipt, or by what its own answer called it. */
function named({ engine }: MpesaDeps, body: Members): Promise<Operation | undefined> {
  const originator = textMember(body, 'OriginatorConversationID');
  const seq =
    originator === undefined
      ? seqOfReceipt(textMember(body, 'TransactionID') ?? '')
      : seqOfOriginator(originator);
  return seq < 0 && originator !== undefined ? engine.find(originator) : engine.findBySeq(seq);
}

export function askBalance(deps: MpesaDeps, exchange: Exchange, body: Members): void {
  const fault = questionFault(body, 'AccountBalance');
  if (fault !== '') return sendBadField(exchange, fault);
  const code = textMember(body, 'PartyA') ?? '';
  if (!Object.hasOwn(shortCodes, code)) return sendBadField(exchange, 'PartyA');
  const currency = shortCodes[code]!;
  const held = deps.store.totals.balance({ protocol: 'mpesa', account: code }, currency);
  const question = newQuestion(deps.nowMs());
  sendTaken(exchange, question);
  const told = presentBalance(question, currency, held, deps.nowMs());
  void deps.notices.send(noticeTo(textMember(body, 'ResultURL')!, told));
}

const identifierTypes = ['1', '2', '4'];

function questionFault(body: Members, command: string): string {
  return (
    initiatorFault(body, 'Initiator') ||
    (body['CommandID'] === command ? '' : 'CommandID') ||
    (identifierTypes.includes(String(body['IdentifierType'])) ? '' : 'IdentifierType') ||
    addressFault(body, ['ResultURL', 'QueueTimeOutURL'])
  );
}

export function sendTaken(exchange: Exchange, ids: Conversation): void {
  sendJson(exchange, 200, {
    ...ids,
    ResponseCode: '0',
    ResponseDescription: 'Accept the service request successfully.',
  });
}
