// Do addresses of one server share a lane, and only those?

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { laneOf } from './lane-name.ts';

test('C4 a lane is scheme, host and port, the port always named', () => {
  assert.equal(laneOf('https://shop.example/callback?id=1'), 'https://shop.example:443');
  assert.equal(laneOf('http://shop.example'), 'http://shop.example:80');
  assert.equal(laneOf('https://shop.example:8443/'), 'https://shop.example:8443');
  assert.equal(laneOf('http://[::1]:8081/x'), 'http://[::1]:8081');
});

test('C4 spellings of one server are one lane', () => {
  const lanes = ['https://Shop.Example/a', 'https://shop.example:443/b', 'HTTPS://shop.example?c', 'https://shop.example./'].map(laneOf);
  assert.equal(new Set(lanes).size, 1);
});

test('C4 another scheme, host or port is another lane', () => {
  const urls = ['https://shop.example/', 'http://shop.example/', 'https://www.shop.example/', 'https://shop.example:444/'];
  assert.equal(new Set(urls.map(laneOf)).size, urls.length);
});
