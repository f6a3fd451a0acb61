// Proves jokko-dev mcp: an assistant reads the documentation without a key, works in a sandbox with
// one, and with a live key only reads, without numbers of people.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  createAccount,
  createClient,
  hostInstallation,
  payOut,
  startReceiver,
  until,
} from './harness/index.ts';
import type { HostedInstallation, Receiver } from './harness/index.ts';
import { startMcp, type McpClient } from './harness/mcp-client.ts';

const names = [
  'search_docs',
  'get_page',
  'explain_error',
  'list_services',
  'preview_operation',
  'start_test_operation',
  'get_transaction',
  'list_events',
  'list_rejected_requests',
  'send_test_callback',
  'replay_callback',
];
const writing = ['start_test_operation', 'send_test_callback', 'replay_callback'];
const answerBytesMax = 8_192;

describe('jokko-dev mcp', { concurrency: true }, () => {
  let installation: HostedInstallation;
  const ends: (() => Promise<unknown>)[] = [];

  before(async () => {
    installation = await hostInstallation();
  });
  after(async () => {
    await Promise.all(ends.map((end) => end()));
    await installation?.stop();
  });

  async function start(
    environment: Record<string, string> = {},
    words?: [string, ...string[]],
  ): Promise<McpClient> {
    const mcp = await startMcp({ JOKKO_URL: installation.baseUrl, ...environment }, words);
    ends.push(mcp.close);
    return mcp;
  }
  async function newDeveloper() {
    const { accountId, apiKey } = await createAccount(installation, {
      set: ['--callback-grace-ms', '0'],
    });
    const { webhookSecret: secret } = await installation.cli<{ webhookSecret: string }>([
      ...['webhook-secret', 'show', String(accountId)],
    ]);
    const mcp = await start({ JOKKO_KEY: apiKey, JOKKO_WEBHOOK_SECRET: secret });
    /** Its identifier. */
    const pay = async (given: object = {}): Promise<string> => {
      const { text, isError } = await mcp.call('start_test_operation', given);
      assert.ok(!isError, text);
      return (JSON.parse(text) as { data: { externalTransactionId: string } }).data
        .externalTransactionId;
    };
    return { apiKey, secret, mcp, pay };
  }
  async function newReceiver(): Promise<Receiver> {
    const receiver = await startReceiver();
    ends.push(() => receiver.close());
    return receiver;
  }
  /** What a tool answers, which is small. */
  async function textOf(mcp: McpClient, tool: string, given: object = {}): Promise<string> {
    const { text, isError } = await mcp.call(tool, given);
    assert.ok(!isError, `${tool}: ${text}`);
    assert.ok(Buffer.byteLength(text) <= answerBytesMax, `${tool}: ${text.length}`);
    return text;
  }
  async function refusalOf(mcp: McpClient, tool: string, given: object = {}): Promise<string> {
    const { text, isError } = await mcp.call(tool, given);
    assert.ok(isError, `${tool}: ${text}`);
    return text;
  }

  it('lists its tools, and says which of them only read', async () => {
    const mcp = await start();
    const { result } = await mcp.ask('tools/list');
    const tools = result.tools as { name: string; annotations: { readOnlyHint: boolean } }[];
    assert.deepEqual(
      tools.map(({ name }) => name),
      names,
    );
    for (const { name, annotations } of tools)
      assert.equal(annotations.readOnlyHint, !writing.includes(name), name);
    assert.deepEqual((await mcp.ask('ping')).result, {});
    assert.equal((await mcp.ask('resources/list')).error.code, -32_601);
    assert.equal(await mcp.close(), 0);
  });

  it('reads the documentation without a key, a long page in parts, and says where a key is missing', async () => {
    const mcp = await start();
    assert.match(await textOf(mcp, 'search_docs', { query: 'verify signature' }), /^callbacks#/);
    assert.match(await textOf(mcp, 'search_docs', { query: 'zzzzzz' }), /Nothing was found/);
    const page = 'callbacks';
    let whole = '';
    for (let from: number | undefined = 0; from !== undefined;) {
      const text: string = await textOf(mcp, 'get_page', { page, from });
      const [, part = text, next] =
        /^([^]*)\n… \(go on with get_page, from: (\d+)\)$/.exec(text) ?? [];
      whole += part;
      from = next === undefined ? undefined : Number(next);
    }
    const served = await fetch(`${installation.baseUrl}/docs/en/${page}.md`);
    assert.equal(whole, await served.text());
    const reference = await textOf(mcp, 'get_page', { page: 'reference/operation' });
    assert.match(reference, /externalTransactionId/);
    assert.doesNotMatch(reference, /<(?:p|td|div|code|pre)\b|&[a-z#]/);
    assert.match(await textOf(mcp, 'get_page', { page: 'start', language: 'fr' }), /^# /);
    assert.match(await textOf(mcp, 'explain_error', { error: '26' }), /insufficient_balance/);
    // Two entries of the catalogue have this code.
    const both = await textOf(mcp, 'explain_error', { error: 'insufficient_balance' });
    for (const id of ['26', '101'])
      assert.ok(both.includes(await textOf(mcp, 'explain_error', { error: id })), id);
    assert.match(await refusalOf(mcp, 'explain_error', { error: 'no_such' }), /no error of the/);
    assert.match(await refusalOf(mcp, 'get_page', { page: 'nothing' }), /no page nothing/);
    for (const name of ['list_services', 'list_events', 'list_rejected_requests'])
      assert.match(await refusalOf(mcp, name), /^Give the API key in JOKKO_KEY/);
  });

  it('refuses wrong arguments, and says which', async () => {
    const { mcp } = await newDeveloper();
    const wrong: [tool: string, given: object, says: RegExp][] = [
      ['get_page', {}, /page/],
      ['get_page', { page: '../../etc/passwd' }, /page/],
      ['search_docs', { query: 7 }, /query/],
      ['list_events', { limit: 51 }, /limit/],
      ['list_events', { limit: 5, all: true }, /additional properties/],
      ['start_test_operation', { outcome: 'payment.lost' }, /outcome/],
      ['start_test_operation', { amount: -1 }, /amount/],
    ];
    for (const [tool, given, says] of wrong) assert.match(await refusalOf(mcp, tool, given), says);
    await assert.rejects(mcp.call('pay_out_everything'), /pay_out_everything/);
    assert.match(await refusalOf(mcp, 'list_events', { after: 'nowhere' }), /"code":4022/);
    assert.match(await refusalOf(mcp, 'get_transaction', { externalTransactionId: 'x' }), /4004/);
  });

  it('previews, pays and reads what became of it, and why a request was refused', async () => {
    const { mcp, pay, apiKey } = await newDeveloper();
    const services = await textOf(mcp, 'list_services', { country: 'SN' });
    assert.match(services, /"codeService":"OPA_SN_API_CASH_OUT"/);
    const order = { codeService: 'OPA_SN_API_CASH_OUT', amount: 700, phone: '770000001' };
    const previewed = await textOf(mcp, 'preview_operation', order);
    assert.equal(JSON.parse(previewed).data.wouldBe, 'PENDING');
    const failed = await pay({ outcome: 'payment.failed', amount: 700 });
    const paid = await pay({ externalTransactionId: 'mcp-paid-1' });
    assert.equal(paid, 'mcp-paid-1');
    await until('both have ended', async () => {
      const text = await textOf(mcp, 'list_events');
      return [failed, paid].every((id) => text.includes(id));
    });
    const status = await textOf(mcp, 'get_transaction', { externalTransactionId: failed });
    assert.equal(JSON.parse(status).data.status, 'FAILLED');
    const first = await textOf(mcp, 'list_events', { limit: 1 });
    const [, cursor] = /More: after: (\S+)$/.exec(first) ?? [];
    const second = await textOf(mcp, 'list_events', { after: cursor });
    assert.ok(first.includes(failed) !== second.includes(failed));

    const client = createClient(installation.baseUrl, apiKey);
    await client.operation(payOut({ codeService: 'OPC_SN_CASH_IN' }));
    assert.match(
      await refusalOf(mcp, 'start_test_operation', { codeService: 'NOT_THERE' }),
      /"code":4004.*\nexternalTransactionId: mcp-/s,
    );
    await until('both refusals are listed', async () => {
      const { text } = await mcp.call('list_rejected_requests');
      return text.trimEnd().split('\n').length >= 2;
    });
    const page = await textOf(mcp, 'list_rejected_requests', { limit: 1 });
    const [, next] = /More: after: (\S+)$/.exec(page) ?? [];
    assert.ok(next, page);
    assert.match(
      await textOf(mcp, 'list_rejected_requests', { after: next }),
      /"code":4004.*OPC_SN_CASH_IN/,
    );
  });

  it('keeps answers within 8 KB', async () => {
    const { mcp, pay } = await newDeveloper();
    const data = { note: 'é'.repeat(4_000) };
    const ids = [await pay({ members: { data } }), await pay({ members: { data } })];
    await until('both have ended', async () => {
      const found: string[] = [];
      let after: string | undefined;
      do {
        const text = await textOf(mcp, 'list_events', after === undefined ? {} : { after });
        found.push(text);
        after = /More: after: (\S+)$/.exec(text)?.[1];
      } while (after !== undefined);
      return ids.every((id) => found.some((text) => text.includes(id)));
    });
  });

  it('tests a receiver with a callback that is genuine, and with two that are not', async () => {
    const { mcp, pay, secret } = await newDeveloper();
    const receiver = await newReceiver();
    const to = { forwardTo: receiver.url };
    assert.match(await refusalOf(mcp, 'send_test_callback', to), /has no result yet/);
    const id = await pay();
    let isCareful = true;
    receiver.answerWith(({ text, headers }) => {
      try {
        new Webhook(secret).verify(text, headers as Record<string, string>);
        return { status: 200 };
      } catch {
        return { status: isCareful ? 401 : 200 };
      }
    });
    await until('it has ended', async () => (await mcp.call('list_events')).text.includes(id));
    const careful = await textOf(mcp, 'send_test_callback', to);
    assert.deepEqual(
      careful.split('\n').map((line) => line.replace(/after \d+ ms/, 'then')),
      [
        'genuine: 200 then, right',
        'changed amount: 401 then, right',
        'signed ten minutes ago: 401 then, right',
      ],
    );
    isCareful = false;
    const careless = await textOf(mcp, 'send_test_callback', to);
    assert.equal(careless.match(/WRONG: the receiver accepted it/g)?.length, 2, careless);
    receiver.answerWith(() => ({ status: 500 }));
    assert.match(
      await textOf(mcp, 'send_test_callback', to),
      /^genuine: 500 .*WRONG: only HTTP 200/,
    );
  });

  it('posts the callback of a transaction once more, and only on this machine', async () => {
    const { mcp, pay, secret } = await newDeveloper();
    const receiver = await newReceiver();
    const older = await pay({ callbackUrl: receiver.url });
    const first = await receiver.waitFor(older);
    const newer = await pay();
    await until('it has ended', async () => (await mcp.call('list_events')).text.includes(newer));
    const given = { externalTransactionId: older };
    assert.match(await textOf(mcp, 'replay_callback', given), /: 200 after \d+ ms\.$/);
    const again = receiver.requests.at(-1)!;
    assert.equal(receiver.requests.length, 2);
    assert.equal(again.text, first.text);
    new Webhook(secret).verify(again.text, again.headers as Record<string, string>);

    const none = { externalTransactionId: newer };
    assert.match(await refusalOf(mcp, 'replay_callback', none), /give forwardTo/);
    for (const forwardTo of [
      'https://shop.example/cb',
      'http://8.8.8.8/',
      'http://169.254.169.254/',
      'http://metadata.google.internal/',
      'http://[fd00:ec2::254]/',
    ])
      assert.match(
        await refusalOf(mcp, 'replay_callback', { ...given, forwardTo }),
        /is not on this machine/,
      );
    const unknown = { externalTransactionId: 'nobody' };
    assert.match(await refusalOf(mcp, 'replay_callback', unknown), /nobody has no result yet/);
  });

  it('with a live key only reads, and shows no number of anybody', async () => {
    const gateway = await newReceiver();
    const transaction = {
      phone: '+221 77 123 45 67',
      externalTransactionId: 'order-17',
      transactionId: '5450355023331',
      callbackUrl: 'https://shop.example/cb?tel=00221771234567',
      data: { customer: 221771234567 },
      amount: 500,
    };
    const event = { cursor: 'c1', createdAt: '2026-10-04T12:21:57.000Z', transaction };
    const answer = { code: 2000, msg: 'ok 771234567', data: { events: [event], more: false } };
    gateway.answerWith(() => ({ status: 200, body: JSON.stringify(answer) }));
    for (const key of ['jk_live_1_x', 'jk_rehearsal_1_x', 'an-imported-key']) {
      const mcp = await start({ JOKKO_URL: new URL(gateway.url).origin, JOKKO_KEY: key });
      const before_ = gateway.requests.length;
      const given: { [tool: string]: object } = {
        send_test_callback: { forwardTo: gateway.url },
        replay_callback: { externalTransactionId: 'order-17' },
      };
      for (const tool of writing)
        assert.match(
          await refusalOf(mcp, tool, given[tool]),
          new RegExp(`^${tool} is only for a sandbox: give a key that begins with jk_test_`),
        );
      assert.equal(gateway.requests.length, before_);
      const text = await textOf(mcp, 'list_events');
      assert.doesNotMatch(text, /1234567|123 45/);
      assert.match(text, /"phone":"•••••67"/);
      assert.match(text, /"transactionId":"5450355023331"/);
      assert.match(text, /"createdAt":"2026-10-04T12:21:57.000Z"/);
    }
    const sms = await start({ JOKKO_KEY: 'js_test_1_x' });
    assert.match(await refusalOf(sms, 'list_events'), /key of the SMS interface/);
  });

  it('runs from the installation without a registry', async () => {
    const home = mkdtempSync(join(tmpdir(), 'jokko-mcp-'));
    ends.push(async () => rmSync(home, { recursive: true, force: true }));
    const environment = {
      HOME: home,
      npm_config_registry: 'http://127.0.0.1:9/',
      npm_config_update_notifier: 'false',
    };
    const tarball = `${installation.baseUrl}/sdk/jokko-dev.tgz`;
    const mcp = await start(environment, ['npx', '--yes', tarball, 'mcp']);
    assert.match(await textOf(mcp, 'get_page', { page: 'start' }), /^# /);
    assert.equal(await mcp.close(), 0);
  });
});
