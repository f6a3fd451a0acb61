// Runs the calls that it reads, one a line: see ../../README.md, section "Conformance".

import { createInterface } from 'node:readline';
import { Jokko, JokkoError, type JokkoOptions } from '../src/index.ts';

type Arguments = { [name: string]: never };
interface Line {
  call: string;
  arguments: Arguments;
  new?: JokkoOptions;
}

let jokko: Jokko | null = null;

const calls: { [call: string]: (jokko: Jokko, given: Arguments) => unknown } = {
  collect: (jokko, given) => jokko.collect(given as never),
  payOut: (jokko, given) => jokko.payOut(given as never),
  airtime: (jokko, given) => jokko.airtime(given as never),
  bankTransfer: (jokko, given) => jokko.bankTransfer(given as never),
  card: (jokko, given) => jokko.card(given as never),
  reload: (jokko, given) => jokko.reload(given as never),
  chat: (jokko, given) => jokko.chat(given as never),
  previewOperation: (jokko, given) => jokko.previewOperation(given as never),
  'bills.pending': (jokko, given) => jokko.bills.pending(given as never),
  'bills.pay': (jokko, given) => jokko.bills.pay(given as never),
  'remit.quote': (jokko, given) => jokko.remit.quote(given as never),
  'remit.send': (jokko, given) => jokko.remit.send(given as never),
  'remit.lookUp': (jokko, given) => jokko.remit.lookUp(given as never),
  'remit.receive': (jokko, given) => jokko.remit.receive(given as never),
  status: (jokko, { id }) => jokko.status(id!),
  waitFor: (jokko, { id, seconds }) => jokko.waitFor(id!, { seconds: seconds! }),
  balance: (jokko) => jokko.balance(),
  services: (jokko) => jokko.services(),
  refund: (jokko, { transactionId }) => jokko.refund(transactionId!),
  'claims.open': (jokko, given) => jokko.claims.open(given as never),
  'claims.get': (jokko, { reference }) => jokko.claims.get(reference!),
  'sms.send': (jokko, given) => jokko.sms.send(given as never),
  describe: String,
  async events(jokko, { max, ...given }) {
    const events = [];
    for await (const event of jokko.events(given)) {
      events.push(event);
      if (events.length >= max!) break;
    }
    return events;
  },
  'callbacks.verify': (jokko, { body, headers, now }) =>
    jokko.callbacks.verify(Buffer.from(body! as string, 'base64'), headers!, now),
};

for await (const text of createInterface({ input: process.stdin })) write(await answer(text));

async function answer(text: string): Promise<object> {
  try {
    const line = JSON.parse(text) as Line | JokkoOptions;
    if (!('call' in line)) {
      jokko = new Jokko(line);
      return { ready: true, runtime: `node/${process.versions.node}` };
    }
    if (line.new !== undefined) jokko = new Jokko(line.new);
    return { result: (await calls[line.call]!(jokko!, line.arguments)) ?? null };
  } catch (error) {
    return { error: describeError(error) };
  }
}

function describeError(error: unknown): object {
  if (!(error instanceof JokkoError)) return { kind: 'Other', message: String(error) };
  return { ...error, kind: error.name, message: error.message };
}

function write(answer: object): void {
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
