// Runs the same calls in each language against a real gateway, behind a proxy that loses answers
// (sdks/conformance/cases.json), and verifies the same callbacks (vectors.json).

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it, mock, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import {
  createAccount,
  hostInstallation,
  uniqueId,
  uniquePhone,
  type HostedInstallation,
  type Json,
} from '../harness/index.ts';
import { createSmsApp } from '../harness/sms.ts';
import { startLosingProxy, type Fate, type LosingProxy } from './losing-proxy.ts';
import { isMissing, sdkLanguages, startRunner, type Runner } from './runners.ts';

interface Step {
  call: string;
  arguments: object;
  /** Another client: members that change, an account that signs, or one of this case alone. */
  new?: object | 'signing' | 'signingWrongly' | 'alone';
  proxy?: Fate[];
  /** How many reach the proxy. */
  requests?: number;
  /** All of them carry the same bytes. */
  same?: true;
  /** Members of the request, and headers. */
  sent?: object;
  headers?: object;
  result?: unknown;
  error?: object;
  keep?: { [placeholder: string]: string };
  /** The answer holds no key. */
  secret?: true;
}

interface Vector {
  name: string;
  webhookSecret: string | string[];
  now: number;
  headers: { [name: string]: string | string[] };
  body: string;
  /** The library takes it. */
  stricter?: true;
  expect: { problem?: string };
}

const folder = join(import.meta.dirname, '../../sdks/conformance');
const read = <Value>(file: string): Value =>
  JSON.parse(readFileSync(join(folder, file), 'utf8')) as Value;
const cases = read<{ name: string; steps: Step[] }[]>('cases.json');
const vectors = read<Vector[]>('vectors.json');

test('the vectors are what the library of Standard Webhooks says', () => {
  for (const { name, webhookSecret, now, headers, body, stricter, expect } of vectors) {
    mock.timers.enable({ apis: ['Date'], now: now * 1_000 });
    const given = Object.fromEntries(
      Object.entries(headers).map(([key, value]) => [key.toLowerCase(), String(value)]),
    );
    const isGenuine = [webhookSecret].flat().some((secret) => {
      try {
        new Webhook(secret).verify(Buffer.from(body, 'base64'), given);
        return true;
      } catch (error) {
        // The signature fits; the library reads every body as JSON.
        return error instanceof SyntaxError;
      }
    });
    mock.timers.reset();
    const isSigned =
      stricter === true || expect.problem === undefined || expect.problem === 'notJson';
    assert.equal(isGenuine, isSigned, name);
  }
});

describe('SDKs', { concurrency: true }, () => {
  let installation: HostedInstallation;
  before(async () => {
    installation = await hostInstallation();
  });
  after(() => installation?.stop());

  for (const { name: language, command, spell } of sdkLanguages)
    describe(language, { skip: isMissing(command), concurrency: 1 }, () => {
      let proxy: LosingProxy;
      let runner: Runner;
      let base: { [name: string]: unknown };
      let clients: { [name: string]: object };
      before(async () => {
        proxy = await startLosingProxy(installation.baseUrl);
        const [account, signing, alone] = await Promise.all([
          createAccount(installation, { language: 'en', fund: 10_000_000 }),
          createAccount(installation, { language: 'en', fund: 10_000_000 }),
          createAccount(installation, { language: 'en', fund: 1_000_000 }),
        ]);
        const id = String(signing.accountId);
        const { hmacSecret } = await installation.cli<{ hmacSecret: string }>(
          ['account', 'set', id, '--hmac', 'on'], // prettier-ignore
        );
        const { appKey } = await createSmsApp(installation, account.accountId);
        base = {
          url: proxy.url,
          key: account.apiKey,
          webhookSecret: account.webhookSecret,
          smsKey: appKey,
          timeoutMs: 60_000,
          retries: 4,
          firstDelayMs: 20,
        };
        clients = {
          signing: { key: signing.apiKey, hmacSecret },
          alone: { key: alone.apiKey },
          signingWrongly: { key: signing.apiKey, hmacSecret: 'another secret' },
        };
        runner = await startRunner(command, base);
      });
      after(async () => {
        runner?.stop();
        await proxy?.close();
      });

      for (const { name, steps } of cases)
        it(name, async () => {
          const places = new Places(spell);
          for (const step of steps) await take(step, places);
        });

      async function take(step: Step, places: Places): Promise<void> {
        proxy.plan(step.proxy ?? []);
        const changes = typeof step.new === 'string' ? clients[step.new] : step.new;
        const answer = await runner.ask({
          new: { ...base, ...changes },
          call: step.call,
          arguments: places.fill(step.arguments),
        });
        const { requests } = proxy;
        const told = JSON.stringify(answer);
        if (step.error === undefined) assert.equal(answer.error, undefined, told);
        if (step.error !== undefined) assertLike(places.fill(step.error), answer.error, 'error');
        else assertLike(places.fill(step.result), answer.result, 'result');
        if (step.requests !== undefined) assert.equal(requests.length, step.requests, told);
        if (step.same) assert.equal(new Set(requests.map(({ body }) => body)).size, 1);
        if (step.sent)
          assertLike(places.fill(step.sent), JSON.parse(requests[0]!.body), 'the request');
        if (step.headers) assertLike(places.fill(step.headers), requests[0]!.headers, 'headers');
        if (step.secret) for (const secret of secretsOf(base)) assert.ok(!told.includes(secret));
        places.keep(step.keep ?? {}, answer.result);
      }

      it('verifies callbacks', async () => {
        for (const { name, webhookSecret, now, headers, body, expect } of vectors) {
          const { result, error } = await runner.ask({
            new: { ...base, webhookSecret },
            call: 'callbacks.verify',
            arguments: { body, headers, now },
          });
          if (expect.problem === undefined) assertLike(expect, result, name);
          else assertLike({ kind: 'CallbackError', problem: expect.problem }, error, name);
        }
      });

      it('writes no secret to standard error', () => {
        for (const secret of secretsOf(base)) assert.ok(!runner.errors().includes(secret));
      });
    });
});

const secretsOf = ({ key, webhookSecret, smsKey }: { [name: string]: unknown }): string[] => [
  String(key),
  String(webhookSecret),
  String(smsKey),
];

/** What a case leaves open, decided anew for each run of it. */
class Places {
  readonly #values: { [placeholder: string]: unknown };
  readonly #spell: (name: string) => string;

  constructor(spell: (name: string) => string) {
    this.#spell = spell;
    const digits = uniquePhone('0000').slice(2, 7);
    this.#values = { $id: uniqueId('sdk'), $digits: digits, $eight: `${digits}`.slice(0, 4) };
  }

  /** Later steps know the member of a result by a name. */
  keep(names: { [placeholder: string]: string }, result: Json): void {
    for (const [name, path] of Object.entries(names))
      this.#values[name] = path.split('.').reduce((value, member) => value?.[member], result);
  }

  fill<Value>(value: Value): Value {
    return JSON.parse(JSON.stringify(value), (_, each: unknown) =>
      typeof each === 'string' ? this.#fillText(each) : each,
    ) as Value;
  }

  #fillText(text: string): unknown {
    if (text in this.#values) return this.#values[text];
    return text
      .replace(/\$phone:(\d{4})/, (_, lastFour: string) => this.#phone(lastFour))
      .replace(/\$(?:call|name)\(([\w.]+)\)/, (_, name: string) => this.#spell(name))
      .replace(/\$(?:id|digits|eight)/, (name) => String(this.#values[name]));
  }

  /** The same one within a case. */
  #phone(lastFour: string): string {
    return String((this.#values[`phone ${lastFour}`] ??= uniquePhone(lastFour)));
  }
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
const kinds: { [kind: string]: (value: unknown) => boolean } = {
  $any: (value) => value !== null && value !== undefined,
  $text: isText,
  $number: (value) => typeof value === 'number',
  $url: (value) => isText(value) && URL.canParse(value as string),
};

/** Members that are not expected may be there; a list is as long as one of them, or longer. */
function assertLike(expected: unknown, actual: unknown, where: string): void {
  const told = `${where}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`;
  if (typeof expected === 'string' && kinds[expected] !== undefined)
    return assert.ok(kinds[expected](actual), told);
  if (typeof expected === 'string' && /^[~!]/.test(expected))
    return assert.equal(String(actual).includes(expected.slice(1)), expected.startsWith('~'), told);
  if (typeof expected !== 'object' || expected === null)
    return assert.deepEqual(actual, expected, told);
  assert.ok(typeof actual === 'object' && actual !== null, told);
  for (const [name, value] of Object.entries(expected))
    assertLike(value, (actual as { [name: string]: unknown })[name], `${where}.${name}`);
}
