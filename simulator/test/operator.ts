// A raw SMPP client for the tests of this folder: it writes PDUs byte by byte and keeps what comes.

import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { TestContext } from 'node:test';
import type { Settings } from '../src/settings.ts';
import { startSimulator } from '../src/index.ts';
import { callsTo, newFolder, until } from './provider.ts';
import type { Provider } from './provider.ts';

export interface Pdu {
  id: number;
  status: number;
  sequence: number;
  body: Buffer;
}

export interface Operator extends Provider {
  smppPort: number;
  bind(t: TestContext, systemId?: string, command?: number, password?: string): Promise<Client>;
}

/** A simulator with its SMPP side. */
export async function startOperator(
  t: TestContext,
  options: Partial<Settings> = {},
): Promise<Operator> {
  const simulator = await startSimulator({ dataDir: newFolder(t), delayMs: 0, ...options });
  let closed = false;
  const close = async (): Promise<void> => {
    if (!closed) await simulator.close();
    closed = true;
  };
  t.after(close);
  const { smppPort, url } = simulator;
  return {
    ...callsTo(url),
    close,
    smppPort,
    async bind(test, systemId = 'jokko', command = 9, password = 'secret') {
      const client = await openClient(test, smppPort);
      const answer = await client.ask(
        command,
        Buffer.concat([
          text(systemId),
          text(password),
          text(''),
          Buffer.from([0x34, 0, 0]),
          text(''),
        ]),
      );
      client.bindStatus = answer.status;
      return client;
    },
  };
}

export interface Client {
  socket: Socket;
  /** Everything that came, in its order. */
  received: Pdu[];
  bindStatus: number;
  closed: boolean;
  /** deliver_sm are answered with this; null: not at all. */
  acknowledgeWith: number | null;
  write(id: number, body: Buffer, sequence?: number, status?: number): number;
  /** Sends and waits for the answer with the same sequence number. */
  ask(id: number, body: Buffer): Promise<Pdu>;
  submit(to: string, changes?: Partial<SubmitBody>): Promise<Pdu>;
  deliveries(): Delivered[];
  untilDeliveries(count: number): Promise<Delivered[]>;
}

export interface SubmitBody {
  from: string;
  fromTon: number;
  esmClass: number;
  coding: number;
  registered: number;
  validity: string;
  octets: Buffer;
  options: Buffer;
}

export function submitBody(to: string, changes: Partial<SubmitBody> = {}): Buffer {
  const usual: SubmitBody = {
    from: 'JOKKO',
    fromTon: 5,
    esmClass: 0,
    coding: 0,
    registered: 1,
    validity: '',
    octets: Buffer.from('Bonjour', 'latin1'),
    options: Buffer.alloc(0),
  };
  const { from, fromTon, esmClass, coding, registered, validity, octets, options } = {
    ...usual,
    ...changes,
  };
  return Buffer.concat([
    text(''),
    Buffer.from([fromTon, 0]),
    text(from),
    Buffer.from([1, 1]),
    text(to),
    Buffer.from([esmClass, 0, 0]),
    text(''),
    text(validity),
    Buffer.from([registered, 0, coding, 0, octets.length]),
    octets,
    options,
  ]);
}

export const text = (value: string): Buffer => Buffer.from(`${value}\0`, 'latin1');

export function option(tag: number, value: Buffer): Buffer {
  const head = Buffer.alloc(4);
  head.writeUInt16BE(tag, 0);
  head.writeUInt16BE(value.length, 2);
  return Buffer.concat([head, value]);
}

export async function openClient(t: TestContext, port: number): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  t.after(() => socket.destroy());
  let last = 0;
  let rest = Buffer.alloc(0);
  const client: Client = {
    socket,
    received: [],
    bindStatus: -1,
    closed: false,
    acknowledgeWith: 0,
    write(id, body, sequence = (last += 1), status = 0) {
      const head = Buffer.alloc(16);
      [16 + body.length, id, status, sequence].forEach((value, index) =>
        head.writeUInt32BE(value, index * 4),
      );
      socket.write(Buffer.concat([head, body]));
      return sequence;
    },
    async ask(id, body) {
      const sequence = client.write(id, body);
      const answers = (): Pdu | undefined =>
        client.received.find((pdu) => pdu.sequence === sequence && pdu.id >= 0x8000_0000);
      await until(() => answers() !== undefined);
      return answers() as Pdu;
    },
    submit: (to, changes) => client.ask(4, submitBody(to, changes)),
    deliveries: () =>
      client.received.filter(({ id }) => id === 5).map(({ body }) => readDelivery(body)),
    async untilDeliveries(count) {
      await until(() => client.deliveries().length >= count);
      return client.deliveries();
    },
  };
  socket.on('error', () => {});
  socket.on('close', () => (client.closed = true));
  socket.on('data', (chunk: Buffer) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= 16 && rest.length >= rest.readUInt32BE(0)) {
      const length = rest.readUInt32BE(0);
      if (length < 16) return;
      const pdu = {
        id: rest.readUInt32BE(4),
        status: rest.readUInt32BE(8),
        sequence: rest.readUInt32BE(12),
        body: rest.subarray(16, length),
      };
      rest = rest.subarray(length);
      client.received.push(pdu);
      if (pdu.id === 5 && client.acknowledgeWith !== null)
        client.write(0x8000_0005, text(''), pdu.sequence, client.acknowledgeWith);
    }
  });
  return client;
}

export interface Delivered {
  from: string;
  to: string;
  esmClass: number;
  coding: number;
  octets: Buffer;
  /** Values by tag. */
  options: Map<number, Buffer>;
}

function readDelivery(body: Buffer): Delivered {
  const take = (at: number): [string, number] => {
    const end = body.indexOf(0, at);
    return [body.toString('latin1', at, end), end + 1];
  };
  const [, afterService] = take(0);
  const [from, afterFrom] = take(afterService + 2);
  const [to, afterTo] = take(afterFrom + 2);
  const octetsAt = afterTo + 3 + 2 + 5;
  const end = octetsAt + (body[octetsAt - 1] ?? 0);
  const options = new Map<number, Buffer>();
  for (let at = end; at < body.length;) {
    const length = body.readUInt16BE(at + 2);
    options.set(body.readUInt16BE(at), body.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return {
    from,
    to,
    esmClass: body[afterTo] ?? -1,
    coding: body[octetsAt - 3] ?? -1,
    octets: body.subarray(octetsAt, end),
    options,
  };
}

/** id, state and error as a receipt's text and its parameters tell them. */
export function receiptOf({ octets, options }: Delivered): {
  id: string;
  stat: string;
  err: string;
  tlvId: string;
  tlvState: number;
} {
  const said = /^id:(\S*) .* stat:(\S+) err:(\d+) text:$/.exec(octets.toString('latin1'));
  return {
    id: said?.[1] ?? '',
    stat: said?.[2] ?? '',
    err: said?.[3] ?? '',
    tlvId: options.get(0x1e)?.toString('latin1').replace('\0', '') ?? '',
    tlvState: options.get(0x427)?.[0] ?? -1,
  };
}

export const idOf = (answer: Pdu): string => answer.body.toString('latin1').replace('\0', '');
export { until };
