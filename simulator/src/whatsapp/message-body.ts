// Reads the body of POST /{phoneNumberId}/messages into an order, or says which error Meta answers.

import { randomUUID } from 'node:crypto';
import { fingerprintOf } from '../core/fingerprint.ts';
import { isMembers, textMember } from '../http/exchange.ts';
import { testAccount } from './credentials.ts';
import { digitsOf } from './test-numbers.ts';
import type { Order } from '../core/operation.ts';
import type { Members } from '../http/exchange.ts';
import type { GraphErrorCode } from './errors.ts';
import type { MediaStore } from './media-store.ts';

export interface Fault {
  code: GraphErrorCode;
  details: string;
}

const opaqueLengthMax = 512;
const textLengthMax = 4_096;
const captionLengthMax = 1_024;
const mediaTypes = ['image', 'video', 'audio', 'document'];

/** `callbackUrl`: where the account's notices go. */
export function readMessage(
  body: unknown,
  media: MediaStore,
  callbackUrl: string | null,
): Order | Fault {
  if (!isMembers(body) || body['messaging_product'] !== 'whatsapp')
    return { code: 100, details: 'messaging_product must be whatsapp' };
  const to = (textMember(body, 'to') ?? '').replace(/^\+/, '');
  if (!/^[1-9]\d{7,14}$/.test(to)) return { code: 131009, details: 'to is not a phone number' };
  if (to === testAccount.displayNumber.replaceAll(/\D/g, ''))
    return { code: 131021, details: 'the recipient is the sender' };
  const type = textMember(body, 'type') ?? 'text';
  const fault = contentFault(body, type, media);
  if (fault !== null) return fault;
  const opaque = textMember(body, 'biz_opaque_callback_data') ?? '';
  if (opaque.length > opaqueLengthMax)
    return { code: 131009, details: 'biz_opaque_callback_data is too long' };
  return {
    // Meta knows no idempotency: each call is a message of its own, whatever it carries.
    reference: opaque === '' ? randomUUID() : opaque,
    protocol: 'whatsapp',
    kind: 'chat',
    direction: 'out',
    amount: '0',
    currency: 'XOF',
    party: to,
    service: type,
    fingerprint: fingerprintOf(body),
    digits: digitsOf(to),
    organisationReference: opaque,
    callbackUrl,
    returnUrls: { success: null, error: null },
    challenge: 'none',
    payerWindowMs: 0,
    claim: null,
    originalReference: null,
    page: null,
    remit: null,
  };
}

function contentFault(body: Members, type: string, media: MediaStore): Fault | null {
  const content = body[type];
  if (!isMembers(content)) return { code: 131008, details: `${type} is missing` };
  if (type === 'text') {
    const text = textMember(content, 'body') ?? '';
    return text !== '' && text.length <= textLengthMax
      ? null
      : { code: 131009, details: 'text.body must have 1 to 4096 characters' };
  }
  if (type === 'template') return templateFault(content, media);
  if (!mediaTypes.includes(type)) return { code: 131051, details: `type ${type} is not served` };
  const caption = textMember(content, 'caption') ?? '';
  if (caption.length > captionLengthMax || (type === 'audio' && caption !== ''))
    return { code: 131009, details: 'caption is too long, or not allowed' };
  return mediaFault(content, type, media);
}

function mediaFault(content: Members, type: string, media: MediaStore): Fault | null {
  if (textMember(content, 'link') !== undefined) return null;
  const stored = media.get(textMember(content, 'id') ?? '');
  if (stored === undefined) return { code: 131052, details: 'no such media' };
  const isText = type === 'document' && !/^(image|video|audio)\//.test(stored.type);
  return isText || stored.type.startsWith(`${type}/`)
    ? null
    : { code: 131053, details: `${stored.type} is no ${type}` };
}

function templateFault(template: Members, media: MediaStore): Fault | null {
  const name = textMember(template, 'name') ?? '';
  const language = template['language'];
  const code = isMembers(language) ? textMember(language, 'code') : undefined;
  const languages: readonly (string | undefined)[] = testAccount.templateLanguages;
  if (!Object.hasOwn(testAccount.templates, name) || !languages.includes(code))
    return { code: 132001, details: `no template ${name} in ${code ?? 'no language'}` };
  const components = Array.isArray(template['components'])
    ? template['components'].filter(isMembers)
    : [];
  const parametersOf = (type: string): Members[] => {
    const list = components.find((component) => component['type'] === type)?.['parameters'];
    return Array.isArray(list) ? list.filter(isMembers) : [];
  };
  const header = testAccount.templates[name as keyof typeof testAccount.templates];
  const [head] = parametersOf('header');
  if ((header === null) !== (head === undefined) || parametersOf('body').length > 1)
    return { code: 132000, details: 'wrong number of parameters' };
  if (header === null && parametersOf('body').length !== 1)
    return { code: 132000, details: 'the body needs one text' };
  const broken = parametersOf('body').some(({ text }) => /[\n\t]| {5}/.test(String(text)));
  if (broken) return { code: 100, details: 'a parameter has a line break, a tab or a long gap' };
  if (head === undefined || header === null) return null;
  const content = head[header];
  return isMembers(content)
    ? mediaFault(content, header, media)
    : { code: 132000, details: `the header needs a ${header}` };
}
