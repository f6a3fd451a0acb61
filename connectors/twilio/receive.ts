// Authenticates and reads Twilio's notices: statuses and inbound messages. Only a valid signature
// proves that Twilio sent them.

import { hash } from 'node:crypto';
import { codeMember, isSameSecret } from '@jokko/connectors/kit';
import type { SmsContext, SmsNotice, SmsReceipt, SmsReceived } from '@jokko/connectors/kit';
import {
  acceptNotice,
  formOfNotice,
  inboundOf,
  objectOfNotice,
  refuseNotice,
} from '@jokko/connectors/kit/carrier';
import type { TwilioConfig } from './config.ts';
import { readReport } from './read-report.ts';
import { isSigned } from './signature.ts';

/** 200 and what it says, 403 without a good signature. Twilio takes an empty answer for no reply. */
export function receive(
  { config, noticeUrl = '' }: Pick<SmsContext<TwilioConfig>, 'config' | 'noticeUrl'>,
  { method, path, rawQuery, headers, body }: SmsNotice,
): SmsReceived {
  const query = new URLSearchParams(rawQuery);
  const bodyHash = query.get('bodySHA256');
  // What is no form is signed by its hash in the address.
  const form = bodyHash === null ? formOfNotice(body) : membersOfNotice(body);
  const url = `${noticeUrl}${path === '/' ? '' : path}${rawQuery === undefined ? '' : `?${rawQuery}`}`;
  const signed = bodyHash === null ? form : new URLSearchParams();
  const isGenuine =
    method === 'POST' &&
    isSigned(config.authToken, headers['x-twilio-signature'], url, signed) &&
    (bodyHash === null || isSameSecret(hash('sha256', body), bodyHash.toLowerCase()));
  if (!isGenuine) return refuseNotice(403);
  const ourRef = query.get('ref');
  const receipt = readReceipt(form, ourRef);
  const message = receipt === null ? inboundOf(inboundMembers(form)) : null;
  return acceptNotice([receipt], [message]);
}

/** The texts and numbers of a notice in JSON, as those of a form. */
function membersOfNotice(body: Buffer): URLSearchParams {
  const notice = objectOfNotice(body) ?? {};
  const form = new URLSearchParams();
  for (const name of Object.keys(notice)) {
    const value = codeMember(notice, name);
    if (value !== undefined) form.set(name, value);
  }
  return form;
}

const readReceipt = (form: URLSearchParams, ourRef: string | null): SmsReceipt | null =>
  readReport({
    id: form.get('MessageSid'),
    status: form.get('MessageStatus'),
    errorCode: form.get('ErrorCode'),
    to: form.get('To'),
    ourRef,
  });

const inboundMembers = (form: URLSearchParams) => ({
  from: form.get('From'),
  to: form.get('To'),
  text: form.get('Body'),
  id: form.get('MessageSid'),
});
