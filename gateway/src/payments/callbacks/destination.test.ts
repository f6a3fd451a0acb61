// Proves that addresses of one server, and only those, share a destination queue.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { destinationOf } from './destination.ts';

test('C4 a destination queue is scheme, host and port, the port always named', () => {
  assert.equal(destinationOf('https://shop.example/callback?id=1'), 'https://shop.example:443');
  assert.equal(destinationOf('http://shop.example'), 'http://shop.example:80');
  assert.equal(destinationOf('https://shop.example:8443/'), 'https://shop.example:8443');
  assert.equal(destinationOf('http://[::1]:8081/x'), 'http://[::1]:8081');
});

test('C4 spellings of one server are one destination queue', () => {
  const destinations = [
    'https://Shop.Example/a',
    'https://shop.example:443/b',
    'HTTPS://shop.example?c',
    'https://shop.example./',
  ].map(destinationOf);
  assert.equal(new Set(destinations).size, 1);
});

test('C4 another scheme, host or port is another destination queue', () => {
  const urls = [
    'https://shop.example/',
    'http://shop.example/',
    'https://www.shop.example/',
    'https://shop.example:444/',
  ];
  assert.equal(new Set(urls.map(destinationOf)).size, urls.length);
});
