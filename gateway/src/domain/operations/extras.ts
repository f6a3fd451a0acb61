// What does a provider need beside the common fields? Reads the service's own members into the connector kit's `Extra` (rules O6, O7).

import { missingExtras, normaliseRib, type FieldFault, type OperationRequest } from '@jokko/contract';
import type { Extra, RemitSendData } from '@jokko/connector-kit';
import type { Service } from '../catalogue/index.ts';
import type { Card } from './card-vault.ts';
import { readMedia } from './chat-media.ts';

export interface ExtrasContext {
  service: Service;
  transactionId: string;
  clientData: { [member: string]: unknown } | null;
  /** Shown to the cardholder where the request names no merchant. */
  accountName: string;
  /** Sandbox: RIB key 00 counts as right. */
  sandbox: boolean;
  /** This account's own quote or look-up of the last 30 minutes (rule O7). */
  recent: { sendData: RemitSendData | null; reference: string | null };
}

export type Extras =
  | { ok: true; extra: Extra; card: Card | null }
  | { ok: false; faults: FieldFault[]; /** Error catalogue id where an entry applies. */ errorId: number | null };

const referenceInvalidErrorId = 136;

export function readExtras(body: OperationRequest, context: ExtrasContext): Extras {
  const { kind } = context.service;
  switch (kind) {
    case 'airtime':
      return extra({ type: 'none' });
    case 'payout':
      return extra({ type: 'wallet', link: 'none' });
    case 'collect':
      return extra({ type: 'wallet', link: linkOf(body, context.service), ...(body.sender ? { sender: body.sender } : {}) });
    case 'card':
      return readCard(body, context);
    case 'bank_transfer':
      return readBank(body, context);
    case 'bill_pay':
    case 'reload':
      return readAccount(body, context);
    case 'chat':
      return readChat(body, context.clientData);
    case 'remit_send':
      return readRemitSend(body, context);
    case 'remit_receive':
      return readRemitReceive(body, context);
  }
}

const extra = (value: Extra, card: Card | null = null): Extras => ({ ok: true, extra: value, card });
const refuse = (faults: FieldFault[], errorId: number | null = null): Extras => ({ ok: false, faults, errorId });

function linkOf(body: OperationRequest, { link }: Service): 'none' | 'deepLink' | 'qr' {
  if (link === 'deepLink') return 'deepLink';
  return link === 'optionalQr' && body.useOpaQrCode === true ? 'qr' : 'none';
}

const cardMembers = ['cardNumber', 'cardExpireMonth', 'cardExpireYear', 'cardCVC', 'cardType'] as const;
const cardUrls = ['bankAuthRedirectUrl', 'successRedirectUrl', 'errorRedirectUrl'] as const;
const redirectUrlErrorId = 90;

function readCard(body: OperationRequest, { transactionId, accountName }: ExtrasContext): Extras {
  const faults = missingExtras(body, [...cardUrls, 'customerFirstName', 'customerLastName', ...cardMembers]);
  if (faults.length > 0) return refuse(faults);
  const notHttps = cardUrls.filter((name) => !URL.canParse(body[name]!) || new URL(body[name]!).protocol !== 'https:');
  if (notHttps.length > 0)
    return refuse(
      notHttps.map((field) => ({ field, problem: 'notHttps' })),
      redirectUrlErrorId,
    );
  const number = body.cardNumber!.replace(/[ -]/g, '');
  const card: Card = { number, expireMonth: body.cardExpireMonth!, expireYear: body.cardExpireYear!, cvc: body.cardCVC! };
  return extra(
    {
      type: 'card',
      vaultHandle: transactionId,
      lastFour: number.slice(-4),
      cardType: body.cardType!,
      firstName: body.customerFirstName!,
      lastName: body.customerLastName!,
      email: body.customerEmail ?? null,
      merchantName: body.merchantName || accountName,
      description: body.operationDescription ?? '',
    },
    card,
  );
}

function readBank(body: OperationRequest, { sandbox }: ExtrasContext): Extras {
  const faults = missingExtras(body, ['customerFirstName', 'customerLastName', 'rib']);
  if (faults.length > 0) return refuse(faults);
  const rib = normaliseRib(body.rib!, { acceptZeroKey: sandbox });
  if (rib === null) return refuse([{ field: 'rib', problem: 'invalidRib' }]);
  return extra({
    type: 'bank',
    rib,
    firstName: body.customerFirstName!,
    lastName: body.customerLastName!,
    email: body.customerEmail ?? null,
    description: body.operationDescription ?? '',
  });
}

function readAccount(body: OperationRequest, { service }: ExtrasContext): Extras {
  const paysBill = service.requiredFields.includes('billReference');
  const faults = missingExtras(body, paysBill ? ['accountNumber', 'billReference'] : ['accountNumber']);
  if (faults.length > 0) return refuse(faults);
  const accountNumber = (body.accountNumber || body.billAccountNumber)!.trim();
  return paysBill
    ? extra({ type: 'bill', accountNumber, billReference: body.billReference!.trim() })
    : extra({ type: 'reload', accountNumber });
}

function readChat(body: OperationRequest, clientData: ExtrasContext['clientData']): Extras {
  const own = clientData?.['message'];
  const message = body.message || (typeof own === 'string' ? own : '');
  if (message === '' && !body.attachedMedia) return refuse([{ field: 'message', problem: 'missing' }]);
  if (!body.attachedMedia) return extra({ type: 'chat', message });
  const media = readMedia(body, body.attachedMedia);
  return media.ok ? extra({ type: 'chat', message, media: media.media }) : refuse(media.faults);
}

function readRemitSend(body: OperationRequest, { clientData, recent }: ExtrasContext): Extras {
  const data = sendDataOf(body.remitSendData) ?? sendDataOf(clientData?.['remitSendData']) ?? recent.sendData;
  return data === null ? refuse([{ field: 'remitSendData', problem: 'missing' }]) : extra({ type: 'remit_send', data });
}

function sendDataOf(value: unknown): RemitSendData | null {
  if (typeof value !== 'object' || value === null) return null;
  const { senderDetails, receiverDetails } = value as Partial<RemitSendData>;
  return isTexts(senderDetails) && isTexts(receiverDetails) ? { senderDetails, receiverDetails } : null;
}

function isTexts(value: unknown): value is { [field: string]: string } {
  return typeof value === 'object' && value !== null && Object.values(value).every((text) => typeof text === 'string');
}

function readRemitReceive(body: OperationRequest, { clientData, recent }: ExtrasContext): Extras {
  const given = body.referenceNumber || clientData?.['referenceNumber'] || recent.reference;
  if (given === undefined || given === null || given === '') return refuse([{ field: 'referenceNumber', problem: 'missing' }]);
  if (typeof given !== 'string' || !/^\d{1,64}$/.test(given)) {
    return refuse([{ field: 'referenceNumber', problem: 'notDigits' }], referenceInvalidErrorId);
  }
  return extra({ type: 'remit_receive', referenceNumber: given });
}
