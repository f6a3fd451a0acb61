// Proves who counts as this machine's own people: by what is configured and by what a request says.

import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { test } from 'node:test';
import { isOfThisMachine, watchOwnPeople } from './own-people.ts';

const from = (headers: { [name: string]: string }, remoteAddress = '127.0.0.1') => ({
  headers,
  socket: { remoteAddress } as Socket,
});

test('G1 a request of this machine names this machine and says nothing of a proxy', () => {
  for (const host of ['localhost', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'a.localhost'])
    assert.ok(isOfThisMachine(from({ host })), host);
  assert.ok(isOfThisMachine(from({})), 'HTTP/1.0');
  assert.ok(isOfThisMachine(from({ host: 'localhost' }, '::ffff:127.0.0.1')));
  assert.ok(!isOfThisMachine(from({ host: 'localhost' }, '10.0.0.7')));
  for (const host of ['pay.example', '10.0.0.7:8080', 'localhost.pay.example', '', '[fd00::1]:80'])
    assert.ok(!isOfThisMachine(from({ host })), host);
});

/** What proxies, load balancers and networks of delivery send, some of them nothing else. */
const headersOfProxies = [
  ...['x-forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-prefix', 'forwarded'],
  ...['via', 'x-real-ip', 'x-client-ip', 'client-ip', 'x-cluster-client-ip', 'true-client-ip'],
  ...['cf-ray', 'cf-connecting-ip', 'cf-visitor', 'cdn-loop', 'fastly-client-ip', 'fly-client-ip'],
  ...['x-envoy-external-address', 'x-envoy-original-path', 'x-azure-clientip', 'x-azure-socketip'],
  ...['x-original-forwarded-for', 'x-original-host', 'x-original-url', 'x-proxyuser-ip'],
  ...['x-appengine-user-ip', 'x-nf-client-connection-ip', 'do-connecting-ip', 'x-amz-cf-id'],
  ...['cloudfront-viewer-address', 'proxy-client-ip', 'wl-proxy-client-ip', 'x-originating-ip'],
];

test('G1 each header of a proxy is enough, alone', () => {
  for (const name of headersOfProxies)
    assert.ok(!isOfThisMachine(from({ host: 'localhost', [name]: '' })), name);
});

test('G1 the first stranger is told of once', () => {
  const people = watchOwnPeople({ host: '127.0.0.1', publicUrl: null, trustedProxies: [] });
  assert.equal(people.note(from({ host: 'localhost' })), false);
  assert.ok(people.areAlone());
  assert.equal(people.note(from({ host: 'pay.example' })), true);
  assert.ok(!people.areAlone());
  assert.equal(people.note(from({ host: 'pay.example' })), false);
});
