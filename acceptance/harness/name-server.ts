// Name server on loopback that returns the addresses set by the test at that moment (UDP; A, AAAA
// and CNAME records).

import { createSocket, type RemoteInfo } from 'node:dgram';
import { isIPv4 } from 'node:net';

export interface NameServer {
  /** For JOKKO_DNS_SERVERS. */
  address: string;
  /**
   * Addresses of both families by name, in lower case, or what says them anew for each question. A
   * name that is not here does not exist.
   */
  addressesOf: Map<string, string[] | ((type: 'A' | 'AAAA') => string[])>;
  /** Names that are another name for one in `addressesOf`. */
  aliasOf: Map<string, string>;
  /** Names to which it gives no answer until `endSilence`. */
  silent: Set<string>;
  /** Answers all that it was asked meanwhile, and is silent about no name any more. */
  endSilence(): Promise<void>;
  /** The time to live of all records, in seconds; 0 at first. */
  ttlS: number;
  /** Names that were asked for, in their order; each is asked for once for A and once for AAAA. */
  asked: string[];
  close(): Promise<void>;
}

const headerBytes = 12;
const types: { [number: number]: 'A' | 'AAAA' } = { 1: 'A', 28: 'AAAA' };
const typeAlias = 5;
const nameUnknown = 3;

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const held: (() => void)[] = [];
  const server: NameServer = {
    address: `127.0.0.1:${socket.address().port}`,
    addressesOf: new Map(),
    aliasOf: new Map(),
    silent: new Set(),
    async endSilence() {
      server.silent.clear();
      for (const answer of held.splice(0)) {
        answer();
        // Whoever asks from this process reads it now: a socket's buffer does not hold hundreds.
        await new Promise(setImmediate);
      }
    },
    ttlS: 0,
    asked: [],
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    server.asked.push(name);
    const answer = (): void => answerTo(query.subarray(0, end), name, type, from);
    if (server.silent.has(name)) held.push(answer);
    else answer();
  });
  function answerTo(question: Buffer, name: string, type: number, from: RemoteInfo): void {
    const alias = server.aliasOf.get(name);
    const known = server.addressesOf.get(alias ?? name);
    const all = typeof known === 'function' ? known(types[type] ?? 'A') : (known ?? []);
    const records = all
      .filter((address) => types[type] === (isIPv4(address) ? 'A' : 'AAAA'))
      .map((address) => ({ type, data: bytesOf(address) }));
    if (alias !== undefined) records.unshift({ type: typeAlias, data: nameBytes(alias) });
    socket.send(
      makeAnswer(question, records, server.ttlS, known === undefined ? nameUnknown : 0),
      from.port,
      from.address,
    );
  }
  return server;
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

interface DnsRecord {
  type: number;
  data: Buffer;
}

/**
 * `question`: header and question of the query. The records are those of the question's name; of an
 * alias, of the name it stands for.
 */
function makeAnswer(
  question: Buffer,
  records: readonly DnsRecord[],
  ttlS: number,
  code: number,
): Buffer {
  const answer = Buffer.from(question);
  // A response, recursion asked for and available; one question, no authority, nothing additional.
  answer.writeUInt16BE(0x8180 | code, 2);
  answer.writeUInt16BE(1, 4);
  answer.writeUInt16BE(records.length, 6);
  answer.writeUInt32BE(0, 8);
  const parts: Buffer[] = [answer];
  let owner: Buffer = Buffer.from([0xc0, headerBytes]);
  for (const { type, data } of records) {
    const fixed = Buffer.alloc(10);
    fixed.writeUInt16BE(type, 0);
    fixed.writeUInt16BE(1, 2);
    fixed.writeUInt32BE(ttlS, 4);
    fixed.writeUInt16BE(data.length, 8);
    parts.push(owner, fixed, data);
    if (type === typeAlias) owner = data;
  }
  return Buffer.concat(parts);
}

function nameBytes(name: string): Buffer {
  return Buffer.concat([
    ...name.split('.').map((label) => Buffer.from([label.length, ...Buffer.from(label, 'latin1')])),
    Buffer.from([0]),
  ]);
}

function bytesOf(address: string): Buffer {
  if (isIPv4(address)) return Buffer.from(address.split('.').map(Number));
  const [head = '', tail] = address.split('::');
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [front, back] = [groups(head), tail === undefined ? [] : groups(tail)];
  const words = [
    ...front,
    ...Array.from({ length: 8 - front.length - back.length }, () => 0),
    ...back,
  ];
  return Buffer.from(words.flatMap((word) => [word >> 8, word & 0xff]));
}
