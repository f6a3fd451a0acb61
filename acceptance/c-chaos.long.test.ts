// Proves that callback delivery handles all 24 behaviors of a receiver, each on a socket of its own
// and all in parallel, since most of them take up to
// the 15 s that a receiver has.

import assert from 'node:assert/strict';
import { createServer as createTcpServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import {
  testAuthorityFile,
  testCertificate,
  testPin,
  type CertificateName,
} from './harness/certificates/index.ts';
import {
  advanceClock,
  createAccount,
  createClient,
  startInstallation,
  undisturbed,
  uniqueId,
  uniquePhone,
  until,
} from './harness/index.ts';
import type { Account, Client, Installation, Json } from './harness/index.ts';
import { freePort } from './harness/free-port.ts';
import { openStoredRows, type StoredRows } from './harness/database.ts';
import { startNameServer, type NameServer } from './harness/name-server.ts';

const justInTimeMs = 12_000;
/** So late that even a machine which stands still has noticed before that the time is up. */
const tooLateMs = 60_000;
const attemptMs = 15_000;
/** How late a busy machine may notice that the time is up. */
const lateMaxMs = 60_000;
const answerMaxBytes = 16_384;
const successKeptBytes = 1_024;

/** As stored, newest first. */
const attemptsSql = `select http_status as "httpStatus", error_class as "errorClass",
  timeout_phase as "timeoutPhase", duration_ms as "durationMs",
  host(address) as address, tls_version as "tlsVersion", pin_matched as "pinMatched",
    encode(pin_seen, 'base64') as "pinSeen", answer,
  answer_cut as "answerCut"
  from callback_attempt where operation_id = $1 order by number desc`;

interface Attempt {
  httpStatus: number | null;
  errorClass: string | null;
  timeoutPhase: string | null;
  durationMs: number;
  address: string | null;
  tlsVersion: number | null;
  pinMatched: boolean | null;
  pinSeen: string | null;
  answer: Buffer | null;
  answerCut: boolean;
}
interface Expected {
  status: number | null;
  errorClass: string | null;
  phase?: string;
}
interface Behaviour {
  name: string;
  /** Number of the behavior. */
  number: number;
  expected: Expected;
  /** Called when a whole request has arrived; `hit` counts from 1. */
  answer?: (socket: Socket, hit: number) => void;
  /** Instead of waiting for a request. */
  onConnect?: (socket: Socket) => void;
  tls?: CertificateName;
  /** Registered before the payment. */
  pin?: string;
  /** More that must be true of the attempt. */
  check?: (attempt: Attempt, hits: number) => void;
  isJustInTime?: boolean;
}

const http = (status: string, headers: string[] = [], body = ''): string =>
  [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, '', body].join(
    '\r\n',
  );
const ok = http('200 OK', [], 'OK');
const delivered: Expected = { status: 200, errorClass: null };
const status = (code: number): Expected => ({
  status: code,
  errorClass: code >= 300 && code < 400 ? 'redirect' : 'http_status',
});
const later = (socket: Socket, delayMs: number, text: string): void => {
  const timer = setTimeout(() => socket.write(text), delayMs);
  socket.once('close', () => clearTimeout(timer));
};
const every = (socket: Socket, everyMs: number, chunk: () => string | Buffer): void => {
  const timer = setInterval(() => socket.write(chunk()), everyMs);
  socket.once('close', () => clearInterval(timer));
};
const tookDeadline = ({ durationMs }: Attempt): void =>
  assert.ok(
    durationMs > attemptMs - 1_200 && durationMs < attemptMs + lateMaxMs,
    `${durationMs} ms`,
  );

const answers: Behaviour[] = [201, 204].map((code) => ({
  number: 4,
  name: `answers ${code}`,
  expected: status(code),
  answer: (socket) => socket.write(http(`${code} X`)),
}));
const redirects: Behaviour[] = [301, 302, 307, 308].flatMap((code) =>
  ['https://example.com/', 'http://169.254.169.254/latest/meta-data'].map((target): Behaviour => ({
    number: 5,
    name: `answers ${code} to ${target}`,
    expected: status(code),
    answer: (socket) => socket.write(http(`${code} X`, [`location: ${target}`])),
    check: (_, hits) => assert.equal(hits, 1),
  })),
);
const refusals: Behaviour[] = [400, 404, 410, 429, 500, 503].map((code) => ({
  number: 6,
  name: `answers ${code}`,
  expected: status(code),
  answer: (socket) => socket.write(http(`${code} X`, code === 429 ? ['retry-after: 1'] : [], 'no')),
  check: ({ answer }) => assert.equal(String(answer), 'no'),
}));
const stalls: Behaviour[] = [
  {
    number: 7,
    name: 'hangs after the request',
    expected: { status: null, errorClass: 'timeout', phase: 'head' },
    check: tookDeadline,
  },
  {
    number: 8,
    name: 'hangs in the TLS handshake',
    expected: { status: null, errorClass: 'timeout', phase: 'tls' },
    onConnect() {},
    check: tookDeadline,
  },
  {
    number: 8,
    name: 'hangs after TLS',
    tls: 'rsa',
    expected: { status: null, errorClass: 'timeout', phase: 'head' },
    check: tookDeadline,
  },
  {
    number: 9,
    name: 'drips its head, one byte a second',
    expected: { status: null, errorClass: 'timeout', phase: 'head' },
    answer(socket) {
      const head = [...'HTTP/1.1 200 OK\r\nx-slow: yes\r\n'];
      every(socket, 1_000, () => head.shift() ?? '.');
    },
  },
  {
    number: 9,
    name: 'drips its body, one byte a second',
    expected: { status: 200, errorClass: 'timeout', phase: 'body' },
    answer(socket) {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n');
      every(socket, 1_000, () => '.');
    },
    check: tookDeadline,
  },
  {
    number: 10,
    name: 'closes its half without an answer',
    expected: { status: null, errorClass: 'connection_reset' },
    answer: (socket) => socket.end(),
  },
  {
    number: 11,
    name: 'resets the connection',
    expected: { status: null, errorClass: 'connection_reset' },
    answer: (socket) => socket.resetAndDestroy(),
  },
  {
    number: 12,
    name: 'dies after the head of a 200',
    expected: { status: 200, errorClass: 'connection_reset' },
    answer(socket) {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nabc');
      setTimeout(() => socket.resetAndDestroy(), 50);
    },
  },
];
const bodies: Behaviour[] = [
  {
    number: 15,
    name: 'answers with a gigabyte',
    expected: delivered,
    answer(socket) {
      socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n');
      every(socket, 5, () => Buffer.alloc(8_192, 'x'));
    },
    check({ answer, answerCut, durationMs }) {
      assert.deepEqual([answer?.length, answerCut], [successKeptBytes, true]);
      assert.ok(durationMs < attemptMs, `${durationMs} ms`);
    },
  },
  {
    number: 15,
    name: 'fails with a gigabyte',
    expected: status(500),
    answer(socket) {
      socket.write('HTTP/1.1 500 No\r\ncontent-length: 1000000000\r\n\r\n');
      every(socket, 5, () => Buffer.alloc(8_192, 'x'));
    },
    check: ({ answer, answerCut }) =>
      assert.deepEqual([answer?.length, answerCut], [answerMaxBytes, true]),
  },
  {
    number: 16,
    name: 'answers with a gzip bomb',
    expected: delivered,
    answer(socket) {
      const bomb = gzipSync(Buffer.alloc(2_000_000));
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`,
      );
      socket.write(bomb);
    },
    check: ({ answer }) =>
      assert.deepEqual(
        [...answer!.subarray(0, 2)],
        [0x1f, 0x8b],
        'kept as it came, never unpacked',
      ),
  },
  {
    number: 17,
    name: 'names a chain of 200 encodings',
    expected: delivered,
    answer: (socket) =>
      socket.write(
        http('200 OK', [`content-encoding: ${Array(200).fill('gzip').join(', ')}`], 'OK'),
      ),
  },
  {
    number: 18,
    name: 'does not speak HTTP',
    expected: { status: null, errorClass: 'network_error' },
    answer: (socket) => socket.write('SSH-2.0-OpenSSH_9.9\r\n\r\n'),
  },
  {
    number: 19,
    name: 'says 100 Continue, which nobody asked for',
    expected: delivered,
    answer: (socket) => socket.write(`HTTP/1.1 100 Continue\r\n\r\n${ok}`),
  },
  {
    number: 20,
    name: 'sends a head of 200 KB',
    expected: { status: null, errorClass: 'head_too_large' },
    answer: (socket) =>
      socket.write(
        http(
          '200 OK',
          Array.from({ length: 200 }, (_, index) => `x-${index}: ${'y'.repeat(1_000)}`),
          'OK',
        ),
      ),
  },
  {
    number: 21,
    name: 'speaks HTTP/1.0',
    expected: delivered,
    answer: (socket) => socket.end('HTTP/1.0 200 OK\r\n\r\nOK'),
  },
];
const refused = (name: CertificateName): Behaviour => ({
  number: 22,
  name: `shows a certificate that is ${name}`,
  tls: name,
  expected: { status: null, errorClass: 'tls_error' },
  answer: (socket) => socket.write(ok),
});
const certificates: Behaviour[] = [
  ...(['expired', 'wrong-name', 'self-signed', 'brainpool'] as const).map(refused),
  ...(['under-brainpool', 'no-subject'] as const).map((name): Behaviour => ({
    number: 23,
    name: `shows a certificate that is odd and good: ${name}`,
    tls: name,
    expected: delivered,
    answer: (socket) => socket.write(ok),
  })),
  {
    number: 23,
    name: 'shows the pinned key',
    tls: 'p256',
    pin: testPin('p256'),
    expected: delivered,
    answer: (socket) => socket.write(ok),
    check: ({ pinMatched, tlsVersion }) => assert.deepEqual([pinMatched, tlsVersion], [true, 13]),
  },
  {
    number: 23,
    name: 'shows another key than the pinned one',
    tls: 'p384',
    pin: testPin('rsa'),
    expected: { status: null, errorClass: 'pin_mismatch' },
    answer: (socket) => socket.write(ok),
    check: ({ pinSeen, pinMatched }, hits) =>
      assert.deepEqual([pinSeen, pinMatched, hits], [testPin('p384'), false, 0]),
  },
];
const behaviours: Behaviour[] = [
  { number: 1, name: 'answers 200', expected: delivered, answer: (socket) => socket.write(ok) },
  {
    number: 2,
    name: 'answers 200 just in time',
    expected: delivered,
    answer: (socket) => later(socket, justInTimeMs, ok),
    isJustInTime: true,
  },
  {
    number: 3,
    name: 'answers 200 too late',
    expected: { status: null, errorClass: 'timeout', phase: 'head' },
    answer: (socket) => later(socket, tooLateMs, ok),
    check: tookDeadline,
  },
  ...[...answers, ...redirects, ...refusals, ...stalls, ...bodies, ...certificates],
];

describe('C4 receivers of every kind', { concurrency: 64 }, () => {
  let installation: Installation;
  let names: NameServer;
  let account: Account;
  let client: Client;
  let rows: StoredRows;
  const servers: Server[] = [];
  const sockets = new Set<Socket>();

  before(async () => {
    names = await startNameServer();
    installation = await startInstallation({
      env: { JOKKO_EXTRA_CA: testAuthorityFile, JOKKO_DNS_SERVERS: names.address },
    });
    account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    client = createClient(installation.baseUrl, account.apiKey);
    rows = openStoredRows(installation);
  });
  after(async () => {
    for (const socket of sockets) socket.destroy();
    for (const server of servers) server.close();
    await rows.close();
    await installation.stop();
    await names.close();
  });

  async function listen(
    { answer, onConnect, tls }: Pick<Behaviour, 'answer' | 'onConnect' | 'tls'>,
    fixedPort = 0,
  ) {
    let hits = 0;
    const serve = (socket: Socket): void => {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket)).on('error', () => {});
      if (onConnect !== undefined) return onConnect(socket);
      let text = '';
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        text += chunk;
        const headEnd = text.indexOf('\r\n\r\n');
        const length = Number(/content-length: *(\d+)/i.exec(text)?.[1] ?? 0);
        if (headEnd < 0 || text.length < headEnd + 4 + length) return;
        text = '';
        answer?.(socket, ++hits);
      });
    };
    const server =
      tls === undefined
        ? createTcpServer({ allowHalfOpen: true }, serve)
        : createTlsServer(testCertificate(tls), serve);
    if (tls !== undefined) server.on('tlsClientError', () => {});
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(fixedPort, '127.0.0.1', resolve));
    return { port: (server.address() as AddressInfo).port, hits: () => hits, server };
  }
  async function pay(callbackUrl: string): Promise<string> {
    const members = {
      phone: uniquePhone('7028'),
      amount: 100,
      codeService: 'OPA_SN_API_CASH_IN',
      externalTransactionId: uniqueId('chaos'),
    };
    const { json } = await client.operation({ ...members, callbackUrl });
    assert.equal(json.code, 4000, JSON.stringify(json));
    return json.data.transactionId;
  }
  const stateOf = async (transactionId: string): Promise<string | undefined> =>
    (
      await rows.read<{ state: string }>('select state from callback where operation_id = $1', [
        transactionId,
      ])
    )[0]?.state;
  /**
   * The newest attempt when there are `count`. Read from the table: a command for each look would
   * take the machine's time from what is measured.
   */
  const untilAttempts = (transactionId: string, count: number): Promise<Attempt> =>
    until(
      `attempt ${count} for ${transactionId}`,
      async () => {
        const attempts = await rows.read<Attempt>(attemptsSql, [transactionId]);
        return attempts.length >= count && attempts[0];
      },
      { timeoutMs: 180_000, everyMs: 200 },
    );

  for (const behaviour of behaviours) {
    const { number, name, expected, check, isJustInTime = false } = behaviour;
    it(`C4 receiver ${number}: ${name}`, async () => {
      const { port, hits } = await listen(behaviour);
      const scheme =
        behaviour.tls === undefined && behaviour.onConnect === undefined ? 'http' : 'https';
      if (behaviour.pin !== undefined)
        await installation.cli([
          'pin',
          'add',
          String(account.accountId),
          `127.0.0.1:${port}`,
          behaviour.pin,
          '--unseen',
        ]);
      let transactionId = '';
      const attempt = async (): Promise<Attempt> => {
        transactionId = await pay(`${scheme}://127.0.0.1:${port}/callback`);
        return untilAttempts(transactionId, 1);
      };
      // Whoever stands still at the end of the time makes an answer late that was not.
      const first = await undisturbed(
        attempt,
        ({ errorClass }) => !isJustInTime || errorClass === null,
      );
      assert.deepEqual(
        [first.httpStatus, first.errorClass],
        [expected.status, expected.errorClass],
        JSON.stringify(first),
      );
      assert.equal(
        await stateOf(transactionId),
        expected.errorClass === null ? 'delivered' : 'due',
      );
      if (expected.phase !== undefined) assert.equal(first.timeoutPhase, expected.phase);
      check?.(first, hits());
    });
  }

  it('C4 receiver 13: fails and succeeds in turn', async () => {
    const { port } = await listen({
      answer: (socket, hit) => socket.write(hit % 2 === 1 ? http('500 No') : ok),
    });
    const transactionId = await pay(`http://127.0.0.1:${port}/`);
    await untilAttempts(transactionId, 1);
    await installation.cli(['callback', 'replay', transactionId]);
    assert.equal((await untilAttempts(transactionId, 2)).errorClass, null);
    assert.equal(await stateOf(transactionId), 'delivered');
    const next = await pay(`http://127.0.0.1:${port}/`);
    assert.equal((await untilAttempts(next, 1)).httpStatus, 500, 'and the next one begins anew');
  });

  it('C4 receiver 24: accepts, and then its name moves to an address that is not public', async () => {
    const { port, hits } = await listen({
      answer: (socket) => socket.end(http('500 No', ['connection: close'])),
    });
    const host = `moving-${port}.receiver.example`;
    names.addressesOf.set(host, ['127.0.0.1']);
    const transactionId = await pay(`http://${host}:${port}/`);
    assert.equal((await untilAttempts(transactionId, 1)).httpStatus, 500);
    names.addressesOf.set(host, ['10.0.0.1']);
    await installation.cli(['callback', 'replay', transactionId]);
    const last = await untilAttempts(transactionId, 2);
    assert.deepEqual([last.errorClass, last.address, hits()], ['blocked_target', null, 1]);
  });
});

describe('C4 a receiver that is away', () => {
  it('C4 receiver 14: alive only at minute 59', async (t) => {
    const installation = await startInstallation();
    t.after(() => installation.stop());
    const account = await createAccount(installation, { set: ['--callback-grace-ms', '0'] });
    const port = await freePort();
    const members = {
      phone: uniquePhone('7028'),
      amount: 100,
      codeService: 'OPA_SN_API_CASH_IN',
      externalTransactionId: uniqueId('chaos'),
    };
    const { json } = await createClient(installation.baseUrl, account.apiKey).operation({
      ...members,
      callbackUrl: `http://127.0.0.1:${port}/`,
    });
    const show = async (): Promise<Json> =>
      (await installation.cli<{ callbacks: Json[] }>(['callback', 'show', json.data.transactionId]))
        .callbacks[0];
    await until('it was refused', async () => (await show()).attempts === 1);
    await advanceClock(installation, 58 * 60);
    await until('it was refused again', async () => (await show()).attempts >= 2);
    const server = createTcpServer((socket) => {
      socket.on('error', () => {}).once('data', () => socket.end(ok));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    t.after(() => server.close());
    await until(
      'it is delivered',
      async () => {
        await advanceClock(installation, 66);
        return (await show()).state === 'delivered';
      },
      { timeoutMs: 120_000, everyMs: 3_000 },
    );
  });
});
