// Sends one HTTP call to Orange, with an access token.

import { defined } from '@jokko/contract';
import { callWithToken, objectFromWire, codeMember } from '@jokko/connectors/kit';
import type {
  Context,
  HttpRequest,
  HttpResult,
  SmsContext,
  SmsPart,
  TokenSource,
} from '@jokko/connectors/kit';
import { senderKind } from '@jokko/connectors/kit/carrier';
import { settingsOf } from './config.ts';
import type { OrangeSmsConfig } from './config.ts';

/** `token`: the cache of a session. */
export type OrangeContext = SmsContext<OrangeSmsConfig> & Pick<Context<unknown>, 'token'>;

/** What Orange says its tokens live, in case an answer does not. */
const assumedLifeMs = 3_600_000;
/** Orange's codes for a token that it does not know (any more), and for one that has expired; 40 is of credentials that are missing. */
const tokenRefusals: ReadonlySet<string | undefined> = new Set(['41', '42']);

/** One text to one number. Orange takes no reference of ours. */
export function postMessage(context: OrangeContext, part: SmsPart): Promise<HttpResult> {
  const { senderAddress, bundle } = settingsOf(context.config);
  const query = bundle === null ? '' : `?resource_type_parameter_management=${bundle}`;
  const path = `/smsmessaging/v1/outbound/tel%3A%2B${senderAddress}/requests${query}`;
  const body = {
    outboundSMSMessageRequest: {
      address: `tel:+${part.to}`,
      senderAddress: `tel:+${senderAddress}`,
      ...defined({ senderName: senderKind(part.from) === 'name' ? part.from : undefined }),
      outboundSMSTextMessage: { message: part.text },
    },
  };
  return call(context, 'POST', path, body);
}

/** The contracts of the country: what is left of each bundle. */
export function getContracts(context: OrangeContext): Promise<HttpResult> {
  const { country } = settingsOf(context.config);
  return call(context, 'GET', `/sms/admin/v1/contracts?country=${country}`);
}

function call(
  context: OrangeContext,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<HttpResult> {
  const { baseUrl, timeoutMs } = settingsOf(context.config);
  const requestOf = (token: string): HttpRequest => ({
    method,
    url: baseUrl + path,
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'application/json',
      ...defined({ 'Content-Type': body === undefined ? undefined : 'application/json' }),
    },
    ...defined({ body: body === undefined ? undefined : JSON.stringify(body) }),
    timeoutMs,
  });
  return callWithToken(context, tokenSource(context.config), requestOf);
}

function tokenSource(config: OrangeSmsConfig): TokenSource {
  const { baseUrl, basic, timeoutMs } = settingsOf(config);
  return {
    key: 'orange-sms',
    request: {
      method: 'POST',
      url: `${baseUrl}/oauth/v3/token`,
      headers: {
        Authorization: basic,
        Accept: 'application/json',
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      timeoutMs,
    },
    assumedLifeMs,
    isRefused: ({ status, body }) => {
      const answer = status === 401 ? objectFromWire(body) : null;
      return answer !== null && tokenRefusals.has(codeMember(answer, 'code'));
    },
  };
}
