// Knows a transport again behind those that stand before it for a while: what an account has in
// this process, such as its token and its pace, belongs to the transport below.

import type { SmsContext } from './sms.ts';

type Http = SmsContext<unknown>['http'];

const origins = new WeakMap<Http, Http>();

export const originOf = (http: Http): Http => origins.get(http) ?? http;

/** `http`, known as one that stands before `below`. */
export function standingBefore(below: Http, http: Http): Http {
  origins.set(http, originOf(below));
  return http;
}

/** Why a transport that stood before another one sends nothing any more. */
export const callEnded = 'the call has ended';
