// The connector of the carrier: one text to one number a request. Load it with JOKKO_CONNECTORS.

import { codeMember, isPartId, objectFromWire, textMember } from '@jokko/connectors/kit';
import { readConnectionTest, targetOfUrl } from '@jokko/connectors/kit';
import type { HttpResult, SmsConnector, SmsContext, SmsPart } from '@jokko/connectors/kit';
import {
  accepted,
  carrierCapabilities,
  garbled,
  greetingProblem,
  openCarrierSession,
  readRequestError,
  readUnanswered,
} from '@jokko/connectors/kit/carrier';
import type { Carrier, Reading } from '@jokko/connectors/kit/carrier';
import { errorCodes } from './code-table.ts';
import { configuration, settingsOf, type RestCarrierConfig } from './config.ts';
import { receive } from './receive.ts';

const name = 'rest-carrier';
type Context = SmsContext<RestCarrierConfig>;

function call({ config, http }: Context, path: string, body?: object): Promise<HttpResult> {
  const { baseUrl, apiKey, timeoutMs } = settingsOf(config);
  const headers = { Authorization: `Bearer ${apiKey}`, 'Content-Type': 'application/json' };
  const request = { url: baseUrl + path, headers, timeoutMs };
  return body === undefined
    ? http({ ...request, method: 'GET' })
    : http({ ...request, method: 'POST', body: JSON.stringify(body) });
}

const getAccount = (context: Context) => call(context, '/account');

const postMessage = (context: Context, { from, to, text, validitySeconds, ourRef }: SmsPart) => {
  const { noticeUrl } = context;
  const message = { from, to, text, validitySeconds, reference: ourRef, noticeUrl };
  return call(context, '/messages', message);
};

/** Only a documented refusal is refused; what an unclear answer leaves unknown is not sent again. */
function readAnswer(result: HttpResult, { log }: Context): Reading {
  if (result.kind !== 'answer') return readUnanswered(result);
  const body = objectFromWire(result.body) ?? {};
  if (result.status !== 201)
    return readRequestError(result, codeMember(body, 'code'), errorCodes, { connector: name, log });
  const id = textMember(body, 'id');
  return id !== undefined && isPartId(id) ? accepted(id) : garbled;
}

/** What a session of the kit needs; window, rate, pauses and back-off are its own. */
function carrierOf(context: Context): Carrier {
  const { window, ratePerSec } = settingsOf(context.config);
  return {
    name,
    window,
    ratePerSec,
    greet: async () => greetingProblem(await getAccount(context)),
    submit: async ([part]) => [readAnswer(await postMessage(context, part!), context)],
  };
}

const creditOf = (body: Buffer) => codeMember(objectFromWire(body) ?? {}, 'credit') ?? null;

export const connector: SmsConnector<RestCarrierConfig> = {
  name,
  ...configuration,
  capabilities: (config) => carrierCapabilities(settingsOf(config)),
  open: (context, events) => openCarrierSession(context, events, carrierOf(context)),
  receive,
  /** The harmless call that shows our key. */
  connectionTest: {
    target: ({ baseUrl }) => targetOfUrl(baseUrl),
    call: async (context) => readConnectionTest(await getAccount(context), creditOf),
  },
};
