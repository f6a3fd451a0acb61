// Which addresses do names have in a test? A name server on loopback that answers what the test says at that moment (UDP, records A, TTL 0).

import { createSocket } from 'node:dgram';

export interface NameServer {
  /** For JOKKO_DNS_SERVERS. */
  address: string;
  /** IPv4 addresses by name, in lower case; a name that is not here does not exist. Change it at will. */
  addressesOf: Map<string, string[]>;
  /** Names that were asked for, in their order. */
  asked: string[];
  close(): Promise<void>;
}

const headerBytes = 12;
const typeA = 1;
const nameUnknown = 3;

export async function startNameServer(): Promise<NameServer> {
  const addressesOf = new Map<string, string[]>();
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    asked.push(name);
    const addresses = addressesOf.get(name);
    const answers = type === typeA ? (addresses ?? []) : [];
    socket.send(makeAnswer(query, end, answers, addresses === undefined ? nameUnknown : 0), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    addressesOf,
    asked,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function makeAnswer(query: Buffer, questionEnd: number, addresses: readonly string[], code: number): Buffer {
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  // A response, recursion asked for and available.
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  // Each record: the question's name, type A, class IN, TTL 0, four bytes.
  const records = addresses.map((address) =>
    Buffer.from([0xc0, headerBytes, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, query.subarray(headerBytes, questionEnd), ...records]);
}
