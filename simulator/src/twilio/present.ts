// Twilio's message resource, its list, and its times.

import { partsOf } from '../sms/alphabet.ts';
import { accountSid } from './credentials.ts';
import { codeOfResult } from './errors.ts';
import type { State } from '../sms/message.ts';
import type { Known } from '../sms-carrier/references.ts';

export const apiVersion = '2010-04-01';
export const accountPath = `/${apiVersion}/Accounts/${accountSid}`;

const statusWords: { readonly [state in State]: string } = {
  ACCEPTD: 'queued',
  ENROUTE: 'sent',
  DELIVRD: 'delivered',
  EXPIRED: 'failed',
  DELETED: 'canceled',
  UNDELIV: 'undelivered',
  // A route without receipts: nothing follows.
  UNKNOWN: 'sent',
  REJECTD: 'failed',
};

/** What a message service has taken is accepted at first, and queued once it has a sender. */
export const statusOf = (state: State, service: string): string =>
  state === 'ACCEPTD' && service !== '' ? 'accepted' : statusWords[state];

export const sidOf = (seq: number): string => `SM${seq.toString(16).padStart(32, '0')}`;

/** RFC 2822. */
const timeOf = (ms: number): string => new Date(ms).toUTCString().replace('GMT', '+0000');

export const segmentsOf = (text: string): string => String(partsOf(text, 0).length);

export function presentMessage({ message, text, state, error, atMs }: Known): object {
  const { id, to, from, group } = message;
  const errorCode = codeOfResult(state, error);
  return {
    account_sid: accountSid,
    api_version: apiVersion,
    body: text,
    date_created: timeOf(message.atMs),
    date_sent: state === 'ACCEPTD' ? null : timeOf(message.atMs),
    date_updated: timeOf(atMs),
    direction: 'outbound-api',
    error_code: errorCode,
    error_message: null,
    from,
    messaging_service_sid: group === '' ? null : group,
    num_media: '0',
    num_segments: segmentsOf(text),
    price: null,
    price_unit: 'USD',
    sid: id,
    status: statusOf(state, group),
    subresource_uris: { media: `${accountPath}/Messages/${id}/Media.json` },
    to: `+${to}`,
    uri: `${accountPath}/Messages/${id}.json`,
  };
}

const pageSizeMax = 1_000;
const defaultPageSize = 50;

/** Newest first, a page of those that fit the query. */
export function presentList(known: Known[], query: URLSearchParams): object {
  const fitting = known.filter((entry) => fits(entry, query));
  const size = Math.min(wholeNumber(query.get('PageSize')) || defaultPageSize, pageSizeMax);
  const page = wholeNumber(query.get('Page'));
  const start = page * size;
  const messages = fitting.slice(start, start + size).map(presentMessage);
  const uriOf = (number: number): string => {
    const further = new URLSearchParams(query);
    further.set('PageSize', String(size));
    further.set('Page', String(number));
    return `${accountPath}/Messages.json?${further.toString()}`;
  };
  return {
    messages,
    page,
    page_size: size,
    start,
    end: start + Math.max(messages.length - 1, 0),
    uri: uriOf(page),
    first_page_uri: uriOf(0),
    previous_page_uri: page === 0 ? null : uriOf(page - 1),
    next_page_uri: start + size < fitting.length ? uriOf(page + 1) : null,
  };
}

function fits({ message }: Known, query: URLSearchParams): boolean {
  const day = new Date(message.atMs).toISOString().slice(0, 10);
  const at = new Date(message.atMs).toISOString();
  /** A day, or a time of it. */
  const isFrom = (limit: string): boolean => (limit.length > 10 ? at : day) >= limit;
  const isUntil = (limit: string): boolean => (limit.length > 10 ? at : day) <= limit;
  const wanted = (name: string): string | null => query.get(name) || null;
  const to = wanted('To');
  const from = wanted('From');
  const on = wanted('DateSent');
  const after = wanted('DateSent>');
  const before = wanted('DateSent<');
  return (
    (to === null || to === `+${message.to}`) &&
    (from === null || from === message.from) &&
    (on === null || on.slice(0, 10) === day) &&
    (after === null || isFrom(after)) &&
    (before === null || isUntil(before))
  );
}

const wholeNumber = (text: string | null): number =>
  /^[0-9]{1,6}$/.test(text ?? '') ? Number(text) : 0;
