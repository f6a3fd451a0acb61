// An SMS connector that `jokko connector new --sms` has just made, in a gateway as it is run, with
// its simulated carrier in a process of its own: a message goes out over it and is delivered by its
// signed report. docs/providers/own.md.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { meet } from './crash/back-office/person.ts';
import { runAtHost } from './harness/commands.ts';
import {
  createAccount,
  sendRequest,
  startInstallation,
  startReceiver,
  uniqueId,
  until,
} from './harness/index.ts';
import type { Installation, Receiver } from './harness/index.ts';
import { createSmsApp, createSmsClient, uniqueText } from './harness/sms.ts';
import type { SmsApp, SmsClient } from './harness/sms.ts';

const shortCode = '38000';

describe('an SMS connector of a stranger', () => {
  const base = mkdtempSync(join(tmpdir(), 'jokko-sms-stranger-'));
  const folder = join(base, 'sen-tel');
  /** What the simulated carrier printed. */
  const printed: string[] = [];
  let stopCarrier: () => Promise<void>;
  let carrierUrl: string;
  let installation: Installation;
  let receiver: Receiver;
  let app: SmsApp;
  let sms: SmsClient;

  before(async () => {
    const made = await runAtHost({
      args: ['connector', 'new', '--sms', 'sen-tel', folder],
      environment: {},
    });
    assert.equal(made.code, 0, made.stderr);
    [carrierUrl, stopCarrier] = await startSimulatedCarrier();
    [installation, receiver] = await Promise.all([
      startInstallation({ env: { JOKKO_CONNECTORS: folder } }),
      startReceiver(),
    ]);
    const { accountId } = await createAccount(installation);
    app = await createSmsApp(installation, accountId, ['--inbound-url', receiver.url]);
    sms = createSmsClient(() => installation.baseUrl, app.appKey);
    await importConnection();
  });
  after(async () => {
    await receiver?.close();
    await installation?.stop();
    await stopCarrier?.();
    rmSync(base, { recursive: true });
  });

  /** `node simulated-carrier.ts 0`, once it listens. */
  async function startSimulatedCarrier(): Promise<[url: string, stop: () => Promise<void>]> {
    const carrier = spawn(process.execPath, [join(folder, 'simulated-carrier.ts'), '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    createInterface(carrier.stdout).on('line', (line) => printed.push(line));
    const ended = once(carrier, 'exit');
    const url = await until('the carrier listens', () =>
      printed.map((line) => /listens on (\S+)$/.exec(line)?.[1]).find((each) => each !== undefined),
    );
    return [
      url,
      async () => {
        carrier.kill();
        await ended;
      },
    ];
  }

  /**
   * All numbers of Senegal go over the carrier: the routing is the exported one with its
   * connection.
   */
  async function importConnection(): Promise<void> {
    const routing = await installation.cli<{
      links: object[];
      routes: { country: string; links: object[] }[];
      inbound: object[];
    }>(['sms', 'routing', 'export']);
    const config = {
      baseUrl: carrierUrl,
      apiKey: 'sen-tel-test-key',
      noticeSecret: 'sen-tel-test-secret',
    };
    routing.links.push({ name: 'SEN_TEL', connector: 'sen-tel', config });
    for (const route of routing.routes)
      if (route.country === 'SN') route.links = [{ name: 'SEN_TEL', priority: 1 }];
    routing.inbound = [{ number: shortCode, app: app.appId }];
    const file = join(base, 'routing.json');
    writeFileSync(file, JSON.stringify(routing));
    await installation.cli(['sms', 'routing', 'import', file]);
  }

  let given = 0;
  /** A number that no other call gave. */
  const numberTo = (lastFour: string): string => {
    given += 1;
    return `+22177${String(given).padStart(3, '0')}${lastFour}`;
  };

  it('a message goes out once, and its signed report delivers it', async () => {
    const [number, text] = [numberTo('0000'), uniqueText()];
    await sms.untilState(await sms.accept(number, text), 'DELIVERED');
    const taken = printed.filter((line) => line.endsWith(`to ${number.slice(1)}: ${text}`));
    assert.equal(taken.length, 1, printed.join('\n'));
    assert.match(taken[0]!, /^M\d+ from TEST /);
  });

  it('the carrier’s refusal and its report of a failure give the price back', async () => {
    for (const [digits, state] of [
      ['7011', 'REJECTED'],
      ['9001', 'UNDELIVERABLE'],
    ] as const) {
      const message = await sms.untilState(await sms.accept(numberTo(digits)), state);
      assert.equal(message.refunded, true, digits);
    }
  });

  it('a message from a phone reaches its application', async () => {
    const from = numberTo('0000');
    const body = JSON.stringify({ from, to: shortCode, text: 'STOP' });
    const written = await sendRequest(`${carrierUrl}/phone`, { method: 'POST', body });
    assert.equal(written.status, 202, written.text);
    const { json } = await until('a callback', () =>
      receiver.requests.find((request) => request.json?.from === from),
    );
    assert.deepEqual([json.to, json.text, json.optOut], [shortCode, 'STOP', true]);
  });

  it('a notice that somebody else signed is refused, and one to another address is not known', async () => {
    const { address } = await installation.cli<{ address: string }>([
      ...['sms', 'link', 'address', 'SEN_TEL'],
    ]);
    const { pathname } = new URL(address, installation.baseUrl);
    const post = (path: string) =>
      sendRequest(installation.baseUrl + path, { method: 'POST', body: '{}' });
    const answers = [await post(pathname), await post(`${pathname}0`)];
    assert.deepEqual(
      answers.map(({ status }) => status),
      [401, 404],
    );
  });

  it('commands and the portal know it as one of ours', async () => {
    const listed = await installation.cli<{ name: string; carries: string; from: string | null }[]>(
      ['connector', 'list'],
    );
    const found = listed.find(({ name }) => name === 'sen-tel');
    assert.deepEqual([found?.carries, found?.from], ['SMS', folder]);
    const tried = await installation.cli<{ ok: boolean; said: string }>([
      ...['connector', 'try', 'SEN_TEL', '--sms'],
    ]);
    assert.equal(tried.ok, true);
    const { link } = await installation.cli<{ link: string }>([
      ...['operator', 'invite', `${uniqueId('op')}@example.sn`, '--role', 'admin'],
    ]);
    const deps = { nodes: () => [installation.baseUrl], random: () => 0 };
    const operator = await meet(deps, 'Fatou', link);
    const { forms } = await operator.get('operator/connectors/forms');
    const form = forms.find((each: { connector: string }) => each.connector === 'sen-tel');
    assert.equal(form?.kind, 'sms-routing');
    assert.deepEqual(
      form.fields
        .slice(0, 3)
        .map((field: { name: string; type: string }) => [field.name, field.type]),
      [
        ['baseUrl', 'url'],
        ['apiKey', 'secret'],
        ['noticeSecret', 'secret'],
      ],
    );
  });
});
