// The callback receiver's own process: answers 200 to every callback at once, then journals it. It ends with its parent.

import { hash } from 'node:crypto';
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import type { FromReceiver, ToReceiver } from './control.ts';
import { createRecorder } from './journal.ts';
import { createRequestReader, textMember } from './requests.ts';

const ok = Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
/** How often the parent hears the count, when it has grown. */
const countEveryMs = 10;

const recorder = createRecorder();
const apiKey = process.env['RECEIVER_API_KEY'] ?? '';
let reported = 0;

function report(message: FromReceiver): void {
  process.send?.(message);
}

function take(body: string): void {
  const transactionId = textMember(body, 'transactionId');
  const status = textMember(body, 'status');
  if (transactionId === '' || status === '') return recorder.addUnreadable();
  if (apiKey !== '') {
    const expected = hash('sha256', `${transactionId}|${textMember(body, 'externalTransactionId')}|${apiKey}`);
    if (expected !== textMember(body, 'sha256Hash')) recorder.addWrongHash();
  }
  recorder.record(Number(transactionId), status);
}

const server = net.createServer({ noDelay: true }, (socket) => {
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
});

server.listen(0, '127.0.0.1', () => report({ kind: 'listening', port: (server.address() as AddressInfo).port }));

setInterval(() => {
  if (recorder.count === reported) return;
  reported = recorder.count;
  report({ kind: 'count', count: reported });
}, countEveryMs);

process.on('disconnect', () => process.exit(0));
process.on('message', (message: ToReceiver) => {
  recorder.write(message.file);
  report({ kind: 'journaled' });
});
