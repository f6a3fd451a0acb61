// Checks that an unusable configuration is reported field by field, and that each form of
// credentials reaches the wire.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { json, sampleIntent } from '@jokko/connectors/kit/conformance';
import { gsmaConnector } from '../index.ts';
import { sandboxConfig } from './sandbox-config.ts';
import type { GsmaConfig } from '../index.ts';
import { execute, liveConfig, scripted } from './scripted.ts';

function problemsOf(change: Partial<GsmaConfig>): string[] {
  return gsmaConnector.checkConfig({ ...liveConfig, ...change }).map((problem) => problem.field);
}

test('the configuration for the simulator is usable', () => {
  assert.deepEqual(gsmaConnector.checkConfig(sandboxConfig('http://127.0.0.1:1')), []);
  assert.deepEqual(gsmaConnector.checkConfig(sandboxConfig('http://127.0.0.1:1', 'key')), []);
});

test('each fault is named by its field, all at once', () => {
  assert.deepEqual(problemsOf({ baseUrl: 'ftp://x', timeoutMs: 1.5, ownAccountValue: '' }), [
    'baseUrl',
    'ownAccountValue',
    'timeoutMs',
  ]);
  assert.deepEqual(problemsOf({ auth: 'oauth2cc' }), ['tokenUrl', 'clientId', 'clientSecret']);
  assert.deepEqual(problemsOf({ auth: 'basic', username: 'u' }), ['password']);
  assert.deepEqual(problemsOf({ auth: 'apiKey' }), ['apiKey']);
  assert.deepEqual(problemsOf({ auth: 'magic' as 'none' }), ['auth']);
  for (const statusMap of ['paid', 'paid=', 'paid=done', '=completed', 'a=b=completed'])
    assert.deepEqual(problemsOf({ statusMap }), ['statusMap'], statusMap);
});

test('every secret of the form is marked as one', () => {
  const secrets = gsmaConnector.configForm
    .filter((field) => field.type === 'secret')
    .map((field) => field.name);
  assert.deepEqual(secrets, ['apiKey', 'password', 'clientSecret']);
});

test('static credentials go into their documented header', async () => {
  const answer = () => [json(201, { transactionReference: 'T1', transactionStatus: 'completed' })];
  const byKey = scripted(answer(), { ...liveConfig, auth: 'apiKey', apiKey: 'k1' });
  await execute(byKey, 'payout');
  assert.equal(byKey.requests[0]?.headers?.['X-API-Key'], 'k1');
  const basic = scripted(answer(), { ...liveConfig, auth: 'basic', username: 'u', password: 'p' });
  await execute(basic, 'payout');
  assert.equal(basic.requests[0]?.headers?.['Authorization'], 'Basic dTpw');
});

test('digits 7NNN are refused before anything is sent: on sandbox routes, for services without a link', () => {
  const sandbox = sandboxConfig('http://127.0.0.1:1');
  assert.equal(
    gsmaConnector.validate(sandbox, sampleIntent('payout', { digits: '7011' }))?.catalogueId,
    11,
  );
  assert.equal(
    gsmaConnector.validate(sandbox, sampleIntent('collect', { digits: '7011', link: 'deepLink' })),
    null,
  );
  assert.equal(
    gsmaConnector.validate(sandbox, sampleIntent('collect', { digits: '7011', link: 'qr' })),
    null,
  );
  assert.equal(gsmaConnector.validate(sandbox, sampleIntent('payout', { digits: '9011' })), null);
  assert.equal(
    gsmaConnector.validate(liveConfig, sampleIntent('payout', { digits: '7011' })),
    null,
  );
});
