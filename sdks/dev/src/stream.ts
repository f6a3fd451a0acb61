// Follows the callback stream of the gateway for ever: connects, reads events, and comes back after
// the last one when the connection is lost.

import { setTimeout as sleep } from 'node:timers/promises';
import { Mistake, type Gateway } from './options.ts';

/** A callback as the gateway gives it. */
export interface Callback {
  webhookId: string;
  url: string | null;
  headers: { [name: string]: string };
  /** The bytes that the signatures cover. */
  body: string;
  attempt: number;
}

export interface Reader {
  /** Where to go on; empty: with the next callback. */
  cursor: string;
  /** Connected, for the first time or again. */
  begin(cursor: string): void;
  take(callback: Callback, cursor: string): Promise<void>;
  /** Not connected, and why; it is tried again. */
  wait(why: string): void;
  /** Ends the reading. */
  signal?: AbortSignal;
}

/** The gateway sends something every 15 s. */
const silenceMaxMs = 40_000;
const againMs = 1_000;

/** Ends only by a Mistake: a key or a cursor that the gateway refuses. */
export async function followStream(gateway: Gateway, reader: Reader): Promise<never> {
  for (;;) {
    try {
      await readStream(gateway, reader);
    } catch (error) {
      if (error instanceof Mistake) throw error;
      reader.wait(`${gateway.url}: ${reasonOf(error)}`);
    }
    await sleep(againMs);
  }
}

/** One connection: ends with it, or throws why. */
export async function readStream({ url, key }: Gateway, reader: Reader): Promise<void> {
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(), silenceMaxMs);
  try {
    const query = reader.cursor === '' ? '' : `?after=${encodeURIComponent(reader.cursor)}`;
    const response = await fetch(`${url}/api-services/callbacks/stream${query}`, {
      headers: { Secretkey: key, accept: 'text/event-stream' },
      signal: reader.signal ? AbortSignal.any([silence.signal, reader.signal]) : silence.signal,
      redirect: 'error',
    });
    if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true)
      return judgeRefusal(url, response.status, await response.text());
    for await (const event of readEvents(response.body!, () => timer.refresh()))
      await takeEvent(event, reader);
  } finally {
    clearTimeout(timer);
  }
}

/** Codes that another try does not change. */
const finalCodes: readonly unknown[] = [4001, 4003];
const badCursor = 4022;

function judgeRefusal(url: string, status: number, text: string): void {
  const { code, msg } = parseObject(text);
  // A proxy says so while the gateway is restarted.
  if (status >= 500 && typeof msg !== 'string') throw new Error(`HTTP ${status}`);
  if (typeof msg !== 'string') throw new Mistake(`${url} is no Jokko gateway (HTTP ${status}).`);
  if (code === badCursor) throw new Mistake(`${msg} --from-now begins with the next callback.`);
  if (finalCodes.includes(code) || status === 404) throw new Mistake(msg);
  throw new Error(msg);
}

function parseObject(text: string): { [member: string]: unknown } {
  try {
    return Object(JSON.parse(text)) as { [member: string]: unknown };
  } catch {
    return {};
  }
}

async function takeEvent({ kind, id, data }: ServerEvent, reader: Reader): Promise<void> {
  if (kind === 'begin') {
    reader.cursor = id;
    reader.begin(id);
  } else if (kind === 'callback') {
    await reader.take(JSON.parse(data) as Callback, id);
    reader.cursor = id;
  } else if (kind === 'bye') {
    const { reason } = parseObject(data);
    if (reason === 'key') throw new Mistake('The API key is no longer valid.');
  }
}

interface ServerEvent {
  kind: string;
  id: string;
  data: string;
}

/** Events as they arrive; `onBytes` whenever anything does. */
async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  let line = '';
  let event: ServerEvent = { kind: 'message', id: '', data: '' };
  for await (const bytes of body) {
    onBytes();
    const [first = '', ...rest] = decoder.decode(bytes, { stream: true }).split('\n');
    line += first;
    for (const next of rest) {
      line = line.replace(/\r$/, '');
      if (line === '') {
        if (event.data !== '') yield event;
        event = { kind: 'message', id: '', data: '' };
      } else readField(line, event);
      line = next;
    }
  }
}

function readField(line: string, event: ServerEvent): void {
  const colon = line.indexOf(':');
  const value = line.slice(colon + 1).replace(/^ /, '');
  switch (line.slice(0, Math.max(colon, 0))) {
    case 'event':
      event.kind = value;
      break;
    case 'id':
      event.id = value;
      break;
    case 'data':
      event.data = value;
  }
}

/** In words that name what can be done. */
export function reasonOf(error: unknown): string {
  const { code, message } = ((error as Error).cause ?? error) as { code?: string; message: string };
  switch (code) {
    case 'ECONNREFUSED':
      return 'nothing listens there. Start the gateway, or give its address with --url.';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the name is not known. Check --url.';
    case undefined:
      return message;
    default:
      return /CERT|TLS|SSL|SELF_SIGNED/.test(code)
        ? `its certificate is not accepted (${code}). NODE_EXTRA_CA_CERTS can name your own authority.`
        : `${message} (${code})`;
  }
}
