// An SMSC that does nothing but answer, for the speed that is printed: one write for each chunk
// that comes.

import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

const server = createServer({ noDelay: true }, (socket) => {
  let rest = Buffer.alloc(0);
  socket.on('error', () => {});
  socket.on('data', (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const answers = Buffer.alloc(((rest.length / 16) | 0) * 26);
    let end = 0;
    let at = 0;
    while (rest.length - at >= 16 && rest.length - at >= rest.readUInt32BE(at)) {
      answers.writeUInt32BE(26, end);
      answers.writeUInt32BE((rest.readUInt32BE(at + 4) | 0x80000000) >>> 0, end + 4);
      answers.writeUInt32BE(rest.readUInt32BE(at + 12), end + 12);
      answers.write('123456789\0', end + 16, 'latin1');
      end += 26;
      at += rest.readUInt32BE(at);
    }
    rest = rest.subarray(at);
    if (end > 0) socket.write(answers.subarray(0, end));
  });
});
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(String((server.address() as AddressInfo).port)),
);
