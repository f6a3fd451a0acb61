// Plays the carrier on this machine: `node simulated-carrier.ts [PORT]`. Written from the carrier's
// page and not from the connector, with which it shares no code. It prints every message that it
// takes.

import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const apiKey = 'rest-carrier-test-key';
const noticeSecret = 'rest-carrier-test-secret';
const usualPort = 4700;
/** A batch of the longest texts, each letter written as an escape. */
const bodyMax = 1_048_576;
const batchMax = 100;
const reportAfterMs = 200;
const noticesMax = 5;
const noticeAgainMs = 1_000;

/** By the last four digits of the number. */
const refusals: { readonly [digits: string]: string } = {
  '7011': 'NUMBER_WRONG',
  '7014': 'NUMBER_BARRED',
};
const statuses: { readonly [digits: string]: string } = {
  '9001': 'UNREACHABLE',
  '9003': 'TOO_LATE',
};

interface Members {
  [member: string]: unknown;
}
type Reply = [status: number, body: Members];

/** Each message has its own answer, by its reference. */
function takeAll({ messages }: Members, take: (message: Members) => Reply): Reply {
  if (!Array.isArray(messages) || messages.length > batchMax) return [400, { code: 'MALFORMED' }];
  const told = (messages as Members[]).map((message) => {
    const [, said] = take(message);
    return { reference: message['reference'], ...said };
  });
  return [200, { messages: told }];
}

/** Listens on the loopback address; port 0: any free one. */
export async function startCarrier(port = usualPort, print: (line: string) => void = () => {}) {
  let taken = 0;
  /** Where the last message wanted its reports: messages from phones go there as well. */
  let noticeUrl: string | null = null;

  function take(message: Members): Reply {
    const to = String(message['to']);
    const digits = to.slice(-4);
    if (!/^[0-9]{5,15}$/.test(to)) return [400, { code: 'NUMBER_WRONG' }];
    if (refusals[digits] !== undefined) return [400, { code: refusals[digits] }];
    taken += 1;
    const id = `M${taken}`;
    print(`${id} from ${String(message['from'])} to ${to}: ${String(message['text'])}`);
    if (typeof message['noticeUrl'] === 'string') {
      noticeUrl = message['noticeUrl'];
      const status = statuses[digits] ?? 'DELIVERED';
      void notify(noticeUrl, { id, reference: message['reference'], to, status });
    }
    return [201, { id }];
  }

  /** `{"from": …, "to": …, "text": …}`: somebody writes to a number of ours. */
  function writeFromPhone({ from, to, text }: Members): Reply {
    if (noticeUrl === null) return [409, { code: 'SEND_A_MESSAGE_FIRST' }];
    taken += 1;
    void notify(noticeUrl, { id: `P${taken}`, from, to, text });
    return [202, {}];
  }

  /** Again until it is taken. */
  async function notify(url: string, notice: Members): Promise<void> {
    const body = JSON.stringify(notice);
    const signature = createHmac('sha256', noticeSecret).update(body).digest('hex');
    const headers = { 'content-type': 'application/json', 'x-signature': signature };
    for (let tries = 0; tries < noticesMax; tries += 1) {
      await sleep(tries === 0 ? reportAfterMs : noticeAgainMs, undefined, { ref: false });
      const answer = await fetch(url, { method: 'POST', headers, body }).catch(() => null);
      print(`notice of ${String(notice['id'])}: ${answer?.status ?? 'no answer'}`);
      if (answer?.ok === true) return;
    }
  }

  async function replyTo(request: IncomingMessage): Promise<Reply> {
    const call = `${request.method} ${request.url}`;
    const body = await readBody(request);
    if (body === null) return [400, { code: 'MALFORMED' }];
    if (call === 'POST /phone') return writeFromPhone(body);
    if (!isKey(request.headers.authorization)) return [401, { code: 'KEY_UNKNOWN' }];
    if (call === 'GET /account') return [200, { credit: 1_000 }];
    if (call === 'POST /batches') return takeAll(body, take);
    return call === 'POST /messages' ? take(body) : [404, { code: 'NO_SUCH_CALL' }];
  }

  const server = createServer((request, response) => {
    void replyTo(request).then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function isKey(authorization = ''): boolean {
  const [given, expected] = [Buffer.from(authorization), Buffer.from(`Bearer ${apiKey}`)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** No body is an empty object; null: it is no object, too large, or broke off. */
async function readBody(request: IncomingMessage): Promise<Members | null> {
  try {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) {
      text += String(chunk);
      if (text.length > bodyMax) return null;
    }
    const value: unknown = JSON.parse(text === '' ? '{}' : text);
    return typeof value === 'object' && value !== null ? (value as Members) : null;
  } catch {
    return null;
  }
}

if (import.meta.main) {
  const { url } = await startCarrier(Number(process.argv[2] ?? usualPort), console.log);
  console.log(`the simulated carrier listens on ${url}`);
}
