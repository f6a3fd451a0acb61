// Stands between an SDK and the gateway, and loses what it is told to lose.

import { createServer, request as httpRequest } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * What becomes of a request. `lose`: the gateway answers, and the connection is cut; `half`: within
 * the answer; `cut`: before the gateway gets it; `silent`: the answer is kept back; `skew`: it says
 * that it is ten minutes later.
 */
export type Fate =
  | 'pass'
  | 'lose'
  | 'half'
  | 'cut'
  | 'silent'
  | 'skew'
  | '502'
  | 'html'
  | 'json'
  | 'success'
  | '503json'
  | '5000'
  | 'badKey'
  | 'smsRefused'
  | 'notFound'
  | 'otherOrder'
  | 'noData'
  | 'emptyData'
  | 'code403'
  | 'code0'
  | 'treatment'
  | 'busy'
  | 'busyLong'
  | 'redirect';

export interface ProxiedRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface LosingProxy {
  url: string;
  /** Since the last `plan`. */
  requests: readonly ProxiedRequest[];
  /** The fates of the next requests; those after them pass. */
  plan(fates: readonly Fate[]): void;
  close(): Promise<void>;
}

const tenMinutesMs = 600_000;
const refusal = (code: number): string =>
  JSON.stringify({ code, msg: 'Later.', error: true, data: {} });

const success = (data: object | null): string =>
  JSON.stringify({ code: 2000, msg: 'Done.', error: false, data });
const otherOrder = {
  phone: '770000001',
  amount: 1_350,
  codeService: 'OPA_SN_API_CASH_IN',
  transactionId: '1396639104231',
  status: 'SUCCESS',
  externalTransactionId: 'somebody-else',
  createdAt: '2026-10-04T12:21:18.000Z',
  updatedAt: '2026-10-04T12:21:57.000Z',
  errorType: null,
};

/** What is answered without the gateway. */
const answered: { [fate in Fate]?: (response: ServerResponse) => void } = {
  cut: (response) => response.destroy(),
  '502': (response) => answer(response, 502, '<html>Bad Gateway</html>'),
  html: (response) => answer(response, 200, '<html>Maintenance</html>'),
  json: (response) => answer(response, 200, '{"message":"hello"}'),
  success: (response) => answer(response, 200, '{"success":true}'),
  '503json': (response) => answer(response, 503, '{"code":4000,"msg":"x","error":true}'),
  '5000': (response) => answer(response, 200, refusal(5000)),
  badKey: (response) => answer(response, 200, refusal(4001)),
  smsRefused: (response) => answer(response, 400, refusal(400)),
  notFound: (response) => answer(response, 200, refusal(4004)),
  otherOrder: (response) => answer(response, 200, success(otherOrder)),
  noData: (response) => answer(response, 200, success(null)),
  emptyData: (response) => answer(response, 200, success({})),
  code403: (response) => answer(response, 200, '{"code":403,"message":"blocked"}'),
  code0: (response) => answer(response, 200, '{"code":0}'),
  treatment: (response) => answer(response, 200, '{"statutTreatment":"SUCCESS"}'),
  busy: (response) => answer(response, 200, refusal(4029), { 'retry-after': '1' }),
  busyLong: (response) => answer(response, 200, refusal(4029), { 'retry-after': '30' }),
  redirect: (response) => answer(response, 301, '', { location: 'https://elsewhere.example/' }),
};

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  headers: { [name: string]: string } = {},
): void {
  response.writeHead(status, headers).end(text);
}

export async function startLosingProxy(gatewayUrl: string): Promise<LosingProxy> {
  let requests: ProxiedRequest[] = [];
  let fates: Fate[] = [];
  const take = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const fate = fates.shift() ?? 'pass';
    try {
      const body = await readAll(incoming);
      const { method = '', url: path = '', headers } = incoming;
      requests.push({ method, path, headers, body: body.toString() });
      if (answered[fate] !== undefined) return answered[fate](response);
      const { status, answerHeaders, text } = await forward(gatewayUrl, incoming, body);
      if (fate === 'lose') return void response.destroy();
      if (fate === 'silent') return;
      if (fate === 'skew')
        answerHeaders['date'] = new Date(Date.now() + tenMinutesMs).toUTCString();
      response.writeHead(status, answerHeaders);
      if (fate !== 'half') return void response.end(text);
      response.write(text.subarray(0, text.length / 2), () => response.destroy());
    } catch {
      response.destroy();
    }
  };
  const server = createServer((incoming, response) => void take(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get requests() {
      return requests;
    },
    plan(given) {
      requests = [];
      fates = [...given];
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

interface Forwarded {
  status: number;
  answerHeaders: { [name: string]: string | string[] | undefined };
  text: Buffer;
}

function forward(gatewayUrl: string, incoming: IncomingMessage, body: Buffer): Promise<Forwarded> {
  return new Promise((resolve, reject) => {
    const { method = '', url: path = '', headers } = incoming;
    const outgoing = httpRequest(gatewayUrl + path, { method, headers }, (response) => {
      readAll(response).then((text) => {
        const { 'transfer-encoding': _chunked, ...answerHeaders } = response.headers;
        resolve({ status: response.statusCode ?? 0, answerHeaders, text });
      }, reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
