// `POST /smsmessaging/v1/outbound/{sender}/requests`: one recipient.

import { randomUUID } from 'node:crypto';
import {
  header,
  isMembers,
  isWebAddress,
  readJson,
  sendJson,
  textMember,
} from '../http/exchange.ts';
import { takeOrder } from '../sms-carrier/take-order.ts';
import { senders } from './credentials.ts';
import { codeOfFault, sendGatewayError, sendRefusal, sendServiceException } from './errors.ts';
import type { Exchange } from '../http/exchange.ts';
import type { CarrierDeps } from '../sms-carrier/deps.ts';

interface Order {
  address: string;
  senderName: string;
  text: string;
}

const validityMs = 48 * 3_600_000;
const telPrefix = 'tel:+';

/** `sender`: of the path, decoded. */
export async function sendMessage(
  deps: CarrierDeps,
  exchange: Exchange,
  sender: string,
): Promise<void> {
  const body = await readJson(exchange);
  const request = isMembers(body) ? body['outboundSMSMessageRequest'] : undefined;
  if (!isMembers(request)) return sendGatewayError(exchange, 22);
  if (senders[digitsOf(sender)] === undefined || request['senderAddress'] !== sender)
    return sendServiceException(exchange, 'SVC0002', 'senderAddress');
  const order = readRequest(request);
  if (typeof order === 'string') return sendServiceException(exchange, 'SVC0002', order);
  const notify = header(exchange, 'x-sandbox-notify-url') ?? '';
  const { address, senderName, text } = order;
  const to = digitsOf(address);
  await takeOrder(deps, exchange, {
    numbers: [to],
    fail: (fault) => sendGatewayError(exchange, codeOfFault[fault]),
    take(submit) {
      const verdict = submit({
        to,
        from: senderName === '' ? `SMS ${digitsOf(sender)}`.slice(0, 11) : senderName,
        text,
        validForMs: validityMs,
        id: () => randomUUID(),
        reference: '',
        group: '',
        webhook: isWebAddress(notify) ? notify : '',
      });
      if (verdict.kind !== 'accepted') return () => sendRefusal(exchange, verdict);
      const outboundSMSMessageRequest = {
        address: [address],
        senderAddress: sender,
        ...(senderName !== '' && { senderName }),
        outboundSMSTextMessage: { message: text },
        resourceURL: `https://api.orange.com/smsmessaging/v1/outbound/${sender}/requests/${verdict.message.id}`,
      };
      return () => sendJson(exchange, 201, { outboundSMSMessageRequest });
    },
  });
}

/** The order, or the part that is wrong. An address may be a list of one. */
function readRequest(request: { readonly [name: string]: unknown }): Order | string {
  const { address: given } = request;
  const address: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
  const senderName = request['senderName'] ?? '';
  const message = request['outboundSMSTextMessage'];
  const text = isMembers(message) ? textMember(message, 'message') : undefined;
  if (typeof address !== 'string') return 'address';
  if (typeof senderName !== 'string' || !/^[A-Za-z0-9 ]{0,11}$/.test(senderName))
    return 'senderName';
  return text === undefined ? 'message' : { address, senderName, text };
}

/** '' where it is no address of a phone. */
const digitsOf = (address: string): string =>
  address.startsWith(telPrefix) ? address.slice(telPrefix.length) : '';
