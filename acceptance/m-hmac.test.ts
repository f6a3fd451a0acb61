// Checks the rules for an account whose requests are signed. Rules M1 and M2, on two nodes of
// their own installation, whose clock is moved.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import {
  advanceClock,
  createAccount,
  createClient,
  payOut,
  sendRequest,
  hostInstallation,
  uniqueId,
  until,
} from './harness/index.ts';
import type { Account, Answer, Client, HostedInstallation } from './harness/index.ts';
import { openStoredRows } from './harness/database.ts';
import { isTakenBack, untilStored } from './harness/payment.ts';
import { executionsOf } from './harness/provider-book.ts';

const operation = '/api-services/operation';
const claim = '/api-services/new-claim';
const refund = '/api-services/transaction/refund-cancel';
const status = '/api-services/get-transaction-status';

interface Signing extends Account {
  hmacSecret: string;
}
interface SignOptions {
  secret?: string;
  /** What is signed where it is not what is sent. */
  signedText?: string;
  timestampMs?: number;
  node?: number;
  encoding?: (hex: string) => string;
}

let installation: HostedInstallation;
let nodes: Client[];

before(async () => {
  installation = await hostInstallation({ env: { SIM_DELAY_MS: '100' } });
  const second = await installation.addNode();
  nodes = [installation.nodes[0]!, second].map(({ baseUrl }) =>
    createClient(baseUrl, installation.apiKey),
  );
});
after(() => installation.stop());

const now = (): number => Date.now();
const hmacOf = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('hex');

async function signingAccount(): Promise<Signing> {
  const account = await createAccount(installation);
  return {
    ...account,
    ...(await installation.cli<{ hmacSecret: string }>([
      'account',
      'set',
      String(account.accountId),
      '--hmac',
      'on',
    ])),
  };
}
function headersOf(text: string, account: Signing, options: SignOptions): Record<string, string> {
  const {
    secret = account.hmacSecret,
    signedText = text,
    timestampMs = now(),
    encoding = (hex) => hex,
  } = options;
  const signature = encoding(hmacOf(secret, `POST:${timestampMs}:${signedText}`));
  return { 'Hmac-Signature': signature, Timestamp: String(timestampMs) };
}
/** POST of exactly this text, signed. */
function send(
  path: string,
  text: string,
  account: Signing,
  options: SignOptions = {},
): Promise<Answer> {
  return nodes[options.node ?? 0]!.post(path, text, headersOf(text, account, options));
}
const order = (account: Signing, members: Record<string, unknown> = {}): string =>
  JSON.stringify({ apiKey: account.apiKey, ...payOut(members) });
const codeOf = ({ json }: Answer): number => json.code as number;

describe('M1 signed requests', () => {
  let account: Signing;
  before(async () => {
    account = await signingAccount();
  });

  it('M1 a signed POST is answered as any other, a GET needs no signature', async () => {
    assert.equal(codeOf(await send(operation, order(account), account)), 2000);
    assert.equal(await createClient(nodes[1]!.baseUrl, account.apiKey).balance(), 999_900);
  });

  it('M1 every POST needs both headers; what is refused moves and stores nothing', async () => {
    const text = order(account);
    const signed = headersOf(text, account, {});
    const incomplete: Record<string, string>[] = [
      {},
      { 'Hmac-Signature': signed['Hmac-Signature']! },
      { Timestamp: signed['Timestamp']! },
      { ...signed, 'Hmac-Signature': '' },
    ];
    for (const headers of incomplete) {
      const answer = await nodes[0]!.post(operation, text, headers);
      assert.deepEqual([codeOf(answer), answer.json.error, answer.json.data], [4001, true, {}]);
    }
    for (const path of [claim, refund, status, '/api-services/list-pending-bills'])
      assert.equal(codeOf(await nodes[0]!.post(path, text, {})), 4001, path);
    assert.equal(codeOf(await send(operation, text, account)), 2000, 'the id is still free');
  });

  it('M1 a wrong signature is refused with a reason that helps, and repeats no secret', async () => {
    const text = order(account);
    const wrong: [SignOptions, RegExp][] = [
      [{ secret: 'hmac_wrong' }, /ne correspond pas/],
      [{ secret: account.apiKey }, /secret/],
      [{ signedText: text.replace('"amount":100', '"amount":1') }, /ne correspond pas/],
      [{ encoding: (hex) => Buffer.from(hex, 'hex').toString('base64') }, /hexadécimal/],
      [{ encoding: (hex) => hex.slice(1) }, /Hmac-Signature/],
      [{ timestampMs: Math.floor(now() / 1_000) }, /millisecondes/],
    ];
    for (const [options, reason] of wrong) {
      const answer = await send(operation, text, account, options);
      assert.equal(codeOf(answer), 4001);
      assert.match(answer.json.msg, reason);
      assert.ok(!/[0-9a-f]{64}/i.test(answer.text) && !answer.text.includes(account.apiKey));
    }
    assert.ok(!installation.logs().includes(account.hmacSecret));
  });

  it('M1 without a valid key a signature is not looked at', async () => {
    const text = order(account).replace(account.apiKey, 'jk_test_unknown');
    const answer = await send(operation, text, account);
    assert.equal(codeOf(answer), 4001);
    assert.match(answer.json.msg, /clé/i);
  });

  it('M1 hexadecimal in either case', async () => {
    assert.equal(
      codeOf(
        await send(operation, order(account), account, { encoding: (hex) => hex.toUpperCase() }),
      ),
      2000,
    );
  });

  it('M1 the raw bytes count, or the compact form of their JSON', async () => {
    const spaced = (text: string) => `${JSON.stringify(JSON.parse(text), null, 2)}\n`;
    const [raw, compact, neither] = [
      spaced(order(account)),
      spaced(order(account)),
      spaced(order(account)),
    ];
    assert.equal(codeOf(await send(operation, raw, account)), 2000);
    assert.equal(
      codeOf(
        await send(operation, compact, account, {
          signedText: JSON.stringify(JSON.parse(compact)),
        }),
      ),
      2000,
    );
    assert.equal(
      codeOf(
        await send(operation, neither, account, {
          signedText: JSON.stringify(JSON.parse(neither), null, 4),
        }),
      ),
      4001,
    );
    const escaped = order(account).replace('"codeService"', '"\\u0063odeService"');
    assert.equal(
      codeOf(
        await send(operation, escaped, account, {
          signedText: JSON.stringify(JSON.parse(escaped)),
        }),
      ),
      2000,
    );
  });

  // A minute is left for whatever stands still between signing and judging, where that could change
  // the verdict. To the millisecond: gateway/src/payments/api/http-signature.test.ts.
  it('M1 a signature is accepted in the age of up to 300 s and with a lead of up to 60 s, and not beyond', async () => {
    const judge = async (offsetMs: number): Promise<number> =>
      codeOf(
        await send(
          status,
          JSON.stringify({ apiKey: account.apiKey, externalTransactionId: uniqueId() }),
          account,
          { timestampMs: now() + offsetMs },
        ),
      );
    assert.deepEqual(await Promise.all([judge(-240_000), judge(59_000)]), [4004, 4004]);
    assert.deepEqual(await Promise.all([judge(-301_000), judge(120_000)]), [4001, 4001]);
  });

  it('M1 a keyless look-up of a signing account needs a signature, too', async () => {
    const externalTransactionId = uniqueId();
    await send(operation, order(account, { externalTransactionId }), account);
    const text = JSON.stringify({ externalTransactionId });
    const localAddress = '127.77.0.3';
    const url = `${nodes[0]!.baseUrl}${status}`;
    const ask = (headers: Record<string, string>) =>
      sendRequest(url, { method: 'POST', body: text, headers, localAddress });
    // A valid key from that address, so that a look-up from there may leave it out (rule S1).
    await sendRequest(`${nodes[0]!.baseUrl}/api-services/balance`, {
      headers: { Secretkey: account.apiKey },
      localAddress,
    });
    await until(
      'the signed one is answered',
      async () => codeOf(await ask(headersOf(text, account, {}))) === 2000,
    );
    const unsigned = await ask({});
    assert.equal(codeOf(unsigned), 4001);
    assert.match(unsigned.json.msg, /Hmac-Signature/);
  });

  it('M1 other accounts go on unsigned, and so does this one once it is turned off', async () => {
    const other = await signingAccount();
    assert.equal(codeOf(await nodes[0]!.post(operation, order(other), {})), 4001);
    await installation.cli(['account', 'set', String(other.accountId), '--hmac', 'off']);
    await until(
      'unsigned is enough',
      async () => codeOf(await nodes[0]!.post(operation, order(other), {})) === 2000,
    );
    assert.equal(
      codeOf(await nodes[0]!.operation(payOut())),
      2000,
      'the first account never signed',
    );
  });

  it('M1 two secrets live during a rotation, on all nodes; the old one ends when the overlap ends', async () => {
    const rotating = await signingAccount();
    const id = String(rotating.accountId);
    const rotated = await installation.cli<{ hmacSecret: string }>([
      'hmac',
      'rotate',
      id,
      '--overlap',
      '1h',
    ]);
    const bothLive = await Promise.all(
      [rotating.hmacSecret, rotated.hmacSecret].flatMap((secret) =>
        [0, 1].map((node) =>
          until(
            'accepted',
            async () =>
              codeOf(await send(operation, order(rotating), rotating, { secret, node })) === 2000,
          ),
        ),
      ),
    );
    assert.deepEqual(bothLive, [true, true, true, true]);
    const shown = await installation.cli<{
      hmac: boolean;
      secrets: { endsAt: string | null; firstUsedAt: string | null }[];
    }>(['hmac', 'show', id]);
    assert.deepEqual([shown.hmac, shown.secrets.length], [true, 2]);
    assert.ok(!JSON.stringify(shown).includes(rotated.hmacSecret));
    const again = await installation.cli<{ hmacSecret: string }>(['hmac', 'show', id, '--secret']);
    assert.equal(again.hmacSecret, rotated.hmacSecret, 'in the sandbox, where it is asked for');
    await installation.cli(['hmac', 'finish', id]);
    const isRefused = async (node: number) =>
      codeOf(await send(operation, order(rotating), rotating, { node })) === 4001;
    await Promise.all([0, 1].map((node) => until('the old one has ended', () => isRefused(node))));
    assert.equal(
      codeOf(await send(operation, order(rotating), rotating, { secret: rotated.hmacSecret })),
      2000,
    );
  });
});

describe('M2 a signature is accepted once', () => {
  let account: Signing;
  before(async () => {
    account = await signingAccount();
  });
  /** The same bytes and headers, wherever they go. */
  const capture = (text: string, timestampMs = now()) => {
    const headers = headersOf(text, account, { timestampMs });
    return (path: string, node = 0) => nodes[node]!.post(path, text, headers);
  };

  it('M2 replayed on the same path it returns the stored answer, on any node', async () => {
    const replay = capture(order(account, { phone: '770008007' }));
    const first = await replay(operation);
    const repeats = [await replay(operation, 0), await replay(operation, 1)];
    assert.equal(codeOf(first), 2000);
    for (const { text } of repeats) assert.equal(text, first.text);
  });

  it('M2 the stored answer is that of then: a look-up that is replayed does not see what happened since', async () => {
    const externalTransactionId = uniqueId();
    const replay = capture(JSON.stringify({ apiKey: account.apiKey, externalTransactionId }));
    assert.equal(codeOf(await replay(status)), 4004);
    assert.equal(
      codeOf(await send(operation, order(account, { externalTransactionId }), account)),
      2000,
    );
    assert.equal(codeOf(await replay(status, 1)), 4004);
    assert.equal(
      codeOf(
        await send(
          status,
          JSON.stringify({ apiKey: account.apiKey, externalTransactionId }),
          account,
        ),
      ),
      2000,
    );
  });

  it('M2 on another path it is refused, and nothing is done: a captured claim refunds nothing', async () => {
    const paid = await send(operation, order(account), account);
    const { transactionId } = paid.json.data;
    const text = JSON.stringify({
      apiKey: account.apiKey,
      transactionId,
      subject: 'Late',
      message: 'Where is it?',
    });
    const replay = capture(text);
    assert.equal(codeOf(await replay(claim)), 2000);
    for (const node of [0, 1]) {
      const { json } = await replay(refund, node);
      assert.deepEqual([json.code, json.statutTreatment], [4001, 'FAILLED']);
      assert.match(json.msg, /chemin/);
    }
    assert.equal(codeOf(await replay(claim, 1)), 2000, 'where it belongs it is still answered');
  });

  it('M2 a refused request is answered once, too; one with another signature is a request of its own', async () => {
    const text = JSON.stringify({
      apiKey: account.apiKey,
      transactionId: '1234567890123',
      subject: 'a',
      message: 'b',
    });
    const signedAt = now();
    const replay = capture(text, signedAt);
    const [first, again] = [await replay(claim), await replay(claim, 1)];
    assert.equal(codeOf(first), 4004);
    assert.equal(again.text, first.text);
    assert.equal(codeOf(await replay(refund)), 4001);
    assert.equal(codeOf(await send(claim, text, account, { timestampMs: signedAt - 1_000 })), 4004);
  });

  it('M2 the same at the same moment on two nodes: one is carried out, all get its answer', async () => {
    for (let round = 0; round < 3; round++) {
      const phone = `7700${String(30_000 + round)}`;
      const replay = capture(order(account, { phone }));
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, index) => replay(operation, index % 2)),
      );
      assert.equal(
        new Set(answers.map(({ text }) => text)).size,
        1,
        answers.map(({ text }) => text).join('\n'),
      );
      assert.equal(codeOf(answers[0]!), 2000);
      await until(
        'it is executed',
        async () => (await executionsOf(installation.simulatorUrl, phone)) > 0,
      );
      assert.equal(await executionsOf(installation.simulatorUrl, phone), 1);
    }
  });

  it('M2 the same on two paths at the same moment: one path is answered, the other refused', async () => {
    const replay = capture(
      JSON.stringify({
        apiKey: account.apiKey,
        externalTransactionId: uniqueId(),
        transactionId: '1234567890123',
      }),
    );
    const answers = await Promise.all(
      [status, refund, claim, '/api-services/list-pending-bills'].map((path, index) =>
        replay(path, index % 2),
      ),
    );
    assert.equal(answers.map(codeOf).filter((code) => code === 4001).length, 3);
  });

  it('M2 a look-up without a key is one of them: its signature opens no other path, and theirs does not open it', async () => {
    const localAddress = '127.77.0.4';
    const from = (path: string, text: string, headers: Record<string, string>, node = 0) =>
      sendRequest(`${nodes[node]!.baseUrl}${path}`, {
        method: 'POST',
        body: text,
        headers,
        localAddress,
      });
    const paid = await send(operation, order(account), account);
    const { transactionId, externalTransactionId } = paid.json.data;
    await sendRequest(`${nodes[0]!.baseUrl}/api-services/balance`, {
      headers: { Secretkey: account.apiKey },
      localAddress,
    });
    const text = JSON.stringify({
      externalTransactionId,
      transactionId,
      subject: 'Late',
      message: 'Where is it?',
    });
    const captured = headersOf(text, account, {});
    const first = await from(status, text, captured);
    assert.equal(codeOf(first), 2000);
    // Whoever captured it knows a key, but no secret.
    for (const [index, path] of [refund, claim].entries()) {
      const { json } = await from(path, text, { ...captured, Secretkey: account.apiKey }, index);
      assert.equal(json.code, 4001, path);
      assert.match(json.msg, /chemin/);
    }
    assert.equal(
      (await from(status, text, captured, 1)).text,
      first.text,
      'again on its path: the stored answer',
    );
    const claimed = headersOf(`${text} `, account, {});
    assert.equal(
      codeOf(await from(claim, `${text} `, { ...claimed, Secretkey: account.apiKey })),
      2000,
    );
    const replayed = await from(status, `${text} `, claimed);
    assert.equal(codeOf(replayed), 4001);
    assert.match(replayed.json.msg, /chemin/);
  });

  it('M2 S2 a look-up that is one too many leaves nothing behind', async () => {
    const rows = openStoredRows(installation);
    try {
      const count = async () =>
        (
          await rows.read('select 1 from signed_request where path = $1 and account_id = $2', [
            status,
            account.accountId,
          ])
        ).length;
      const text = JSON.stringify({ apiKey: account.apiKey, externalTransactionId: uniqueId() });
      const signedAt = now();
      const inquiries = (offset: number) =>
        Promise.all(
          Array.from({ length: 10 }, (_, each) =>
            send(status, text, account, { timestampMs: signedAt - offset - each }),
          ),
        );
      const before = await count();
      const codes = (await inquiries(1_000)).map(codeOf);
      assert.deepEqual(
        [
          codes.filter((code) => code === 4004).length,
          codes.filter((code) => code === 4029).length,
        ],
        [3, 7],
      );
      await until('the answers are stored', async () => (await count()) === before + 3);
      assert.deepEqual((await inquiries(2_000)).map(codeOf), Array(10).fill(4029));
      assert.equal(await count(), before + 3);
    } finally {
      await rows.close();
    }
  });

  it('M2 S4 a refund whose answer died with its node: the repeat says that it was done; another request for it says that it was before', async () => {
    const rows = openStoredRows(installation);
    try {
      const { transactionId } = (await send(operation, order(account), account)).json.data;
      await untilStored(rows, transactionId, 'SUCCESS');
      const text = JSON.stringify({ apiKey: account.apiKey, transactionId });
      const signedAt = now();
      const replay = capture(text, signedAt);
      assert.ok(isTakenBack(await replay(refund)));
      await untilStored(rows, transactionId, 'REFUNDED');
      const lose = () =>
        rows.read<{ path: string }>(
          `update signed_request set answer = null, owner = null where account_id = $1 and path = $2
            and answer is not null returning path`,
          [account.accountId, refund],
        );
      await until('the answer is stored, and lost', async () => (await lose()).length > 0);
      for (const node of [1, 0]) {
        const { json } = await replay(refund, node);
        assert.deepEqual([json.statutTreatment, json.code], ['SUCCESS', undefined], json.msg);
      }
      const other = await send(refund, text, account, { timestampMs: signedAt - 1_000 });
      assert.deepEqual([other.json.statutTreatment, other.json.code], ['FAILLED', 4000]);
    } finally {
      await rows.close();
    }
  });

  it('M2 what is stored is the hash of a signature', async () => {
    const rows = openStoredRows(installation);
    try {
      const text = order(account);
      const headers = headersOf(text, account, {});
      assert.equal(codeOf(await nodes[0]!.post(operation, text, headers)), 2000);
      const found = await rows.read(
        `select 1 from signed_request r where strpos(r::text, $1) > 0`,
        [headers['Hmac-Signature']],
      );
      assert.equal(found.length, 0);
    } finally {
      await rows.close();
    }
  });

  it('M1 M2 a sandbox whose clock was moved: who signs with the real time is answered, once, and never told that its clock is wrong', async () => {
    const replay = capture(order(account, { phone: '770008007' }));
    const first = await replay(operation);
    await advanceClock(installation, 3_600);
    for (const node of [0, 1])
      assert.equal(codeOf(await send(operation, order(account), account, { node })), 2000);
    for (const node of [0, 1]) assert.equal((await replay(operation, node)).text, first.text);
    const early = await send(operation, order(account), account, {
      timestampMs: now() + 3_600_000,
    });
    assert.equal(codeOf(early), 4001);
  });
});
