// Hands requests that a thread does not answer itself to the main thread, over a socket in a
// directory that nobody else may enter, and tells it who called and whether over TLS.

import { Agent, request as callMain } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TLSSocket } from 'node:tls';

const addressHeader = 'x-jokko-caller';
const tlsHeader = 'x-jokko-tls';
/** Of one connection, or said anew for the next one. */
const ownHeaders = new Set(['connection', 'keep-alive', 'proxy-connection', 'expect', 'upgrade']);
/** Of HTTP/1.0, which needs no name of a host. */
const oldHeader = 'x-jokko-http10';
const callerHeaders = new Set([addressHeader, tlsHeader, oldHeader]);

export interface Forwarder {
  forward(request: IncomingMessage, response: ServerResponse): void;
  close(): void;
}

/** `socketPath`: where the main thread listens. */
export function createForwarder(socketPath: string): Forwarder {
  const agent = new Agent({ keepAlive: true });
  return {
    forward(request, response) {
      const { method, url, socket } = request;
      const call = callMain({
        agent,
        socketPath,
        method,
        path: url,
        // As an array they leave as they came, twice where they came twice (secure-answers.ts counts them).
        headers: [
          ...passed(request.rawHeaders, callerHeaders),
          ...[addressHeader, socket.remoteAddress ?? ''],
          ...((socket as TLSSocket).encrypted ? [tlsHeader, '1'] : []),
          ...(request.httpVersion === '1.0' ? [oldHeader, '1'] : []),
        ],
      });
      const giveUp = (): void => {
        call.destroy();
        if (!response.writableEnded) response.destroy();
      };
      call.on('response', (answer) => {
        response.sendDate = false;
        const head = passed(answer.rawHeaders, new Set(['transfer-encoding']));
        if (answer.headers.connection === 'close') head.push('connection', 'close');
        response.writeHead(answer.statusCode ?? 500, answer.statusMessage, head);
        answer.on('error', giveUp);
        // Events of the portal come one by one.
        response.flushHeaders();
        answer.pipe(response);
      });
      // After an early answer the rest of a body finds nobody: what was answered stands.
      call.on('error', () => {
        if (!response.headersSent) giveUp();
      });
      response.on('close', () => {
        if (!response.writableFinished) call.destroy();
      });
      request.pipe(call);
    },
    close: () => agent.destroy(),
  };
}

/** Names and values in turn, as they came. */
function passed(rawHeaders: readonly string[], except: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    if (!ownHeaders.has(name) && !except.has(name))
      kept.push(rawHeaders[index]!, rawHeaders[index + 1]!);
  }
  return kept;
}

/** In the main thread: the connection is the caller's own from here on. Call before anything reads it. */
export function adoptCaller(request: IncomingMessage): void {
  const { headers, socket } = request;
  Object.defineProperties(socket, {
    remoteAddress: { value: headers[addressHeader], configurable: true },
    encrypted: { value: headers[tlsHeader] !== undefined, configurable: true },
  });
  if (headers[oldHeader] !== undefined) request.httpVersion = '1.0';
  for (const name of callerHeaders) delete headers[name];
}
