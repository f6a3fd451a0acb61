// The callback receiver's own process: answers 200 to every callback at once, then journals it. It
// ends with its parent.

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import tls from 'node:tls';
import type { FromReceiver, ToReceiver } from './control.ts';
import { createRecorder } from './journal.ts';
import { createRequestReader, textMember } from './requests.ts';

const ok = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
/** How often the parent hears the count, when it has grown. */
const countEveryMs = 10;

const recorder = createRecorder();
let apiKeys = [process.env['RECEIVER_API_KEY'] ?? ''].filter((key) => key !== '');
let reported = 0;

function report(message: FromReceiver): void {
  process.send?.(message);
}

function take(body: string): void {
  const transactionId = textMember(body, 'transactionId');
  const status = textMember(body, 'status');
  if (transactionId === '' || status === '') return recorder.addUnreadable();
  if (apiKeys.length > 0) {
    const externalId = textMember(body, 'externalTransactionId');
    const expected = hash('sha256', `${transactionId}|${externalId}|${keyOf(externalId)}`);
    if (expected !== textMember(body, 'sha256Hash')) recorder.addWrongHash();
  }
  recorder.record(Number(transactionId), status);
}

/** As the load takes them by turns, by the number at the end of its ids (load/request.ts). */
function keyOf(externalId: string): string {
  const number = Number(externalId.slice(externalId.lastIndexOf('-') + 1));
  return apiKeys[apiKeys.length === 1 ? 0 : number % apiKeys.length]!;
}

function serve(socket: net.Socket): void {
  const read = createRequestReader((body) => {
    socket.write(ok);
    take(body);
  });
  socket.setEncoding('latin1');
  socket.on('data', (text: string) => {
    try {
      read(text);
    } catch {
      recorder.addUnreadable();
      socket.destroy();
    }
  });
  socket.on('error', () => {}); // The gateway sees a lost delivery and comes again.
}

function listen(tlsHosts: number): net.Server[] {
  if (tlsHosts === 0) return [net.createServer({ noDelay: true }, serve)];
  const path = process.env['RECEIVER_TLS_PATH'] ?? '';
  const certificate = { cert: readFileSync(`${path}.pem`), key: readFileSync(`${path}.key.pem`) };
  return Array.from({ length: tlsHosts }, () =>
    tls.createServer({ ...certificate, noDelay: true }, serve),
  );
}

const servers = listen(Number(process.env['RECEIVER_TLS_HOSTS'] ?? 0));
await Promise.all(
  servers.map((server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))),
);
report({
  kind: 'listening',
  ports: servers.map((server) => (server.address() as AddressInfo).port),
});

setInterval(() => {
  if (recorder.count === reported) return;
  reported = recorder.count;
  report({ kind: 'count', count: reported });
}, countEveryMs);

process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToReceiver) => {
  if (message.kind === 'keys') return void (apiKeys = message.apiKeys);
  recorder.write(message.file);
  report({ kind: 'journaled' });
});
