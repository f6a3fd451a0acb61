// Refuses a second way to call others over HTTP: interim answers, addresses, limits and our name
// are decided in platform/outbound.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isTest, readSources } from './imports.ts';

/** What opens an HTTP client: undici, Node's modules with what calls, or the global. */
const clients: readonly RegExp[] = [
  /^import (?!type\b)[^;]*from ['"](?:undici|axios|got|node-fetch|(?:node:)?http2)['"]/m,
  /(?:import|require)\(\s*['"](?:node:)?(?:undici|axios|got|node-fetch|http2)['"]/,
  /^import (?!type\b)(?:\w|\* as|\{[^}]*\b(?:request|get|Agent|ClientRequest|default)\b)[^;]*from ['"](?:node:)?https?['"]/m,
  /(?:import|require)\(\s*['"](?:node:)?https?['"]/,
  /(?<![\w.'])(?:globalThis\.)?fetch\(\s*[^)\s]/,
  /\bnew (?:XMLHttpRequest|WebSocket|EventSource)\b/,
];

/** Where one may be, and why. */
const homes: { readonly [path: string]: string } = {
  'gateway/src/platform/outbound/connection.ts': 'callbacks and alerts',
  'gateway/src/platform/outbound/http-client.ts': 'providers and carriers',
  'gateway/src/node/simulator/process.ts': 'asks the simulator that it started',
  'gateway/src/node/simulator/phones.ts': 'asks the simulator of this installation for its phones',
  'gateway/src/node/commands/cli-clock.ts': 'moves the clock of the simulator of this installation',
  'gateway/src/payments/payment-pages/assets/link.js': 'runs in a browser',
};

const isClient = (text: string): boolean => clients.some((client) => client.test(text));

const product = readSources().filter(
  ({ path }) => /^(contract|connectors|gateway)\/.*\.[jt]s$/.test(path) && !isTest(path),
);

test('HTTP calls to others are made in platform/outbound, and nowhere else', () => {
  assert.deepEqual(
    product.filter(({ text }) => isClient(text)).map(({ path }) => path),
    Object.keys(homes).toSorted((one, other) => one.localeCompare(other)),
  );
});

test('what peers say is read without interim answers wherever a client gets a socket', () => {
  const holders = (sign: RegExp): string[] =>
    product.filter(({ text }) => sign.test(text)).map(({ path }) => path);
  const outbound = [
    'gateway/src/platform/outbound/connection.ts',
    'gateway/src/platform/outbound/http-client.ts',
  ];
  assert.deepEqual(holders(/^import \{[^}]*\} from 'undici'/m), outbound);
  assert.deepEqual(
    holders(/\bwithoutInterimAnswers\(socket!?\)|\bwithoutInterimAnswers\(keep/),
    outbound,
  );
});

test('our name is decided in the kit, and set by the clients alone', () => {
  assert.deepEqual(
    product
      .filter(({ text }) => /['"]user-agent['"]\]?\s*[:=]/i.test(text))
      .map(({ path }) => path),
    ['connectors/kit/user-agent.ts'],
  );
});

test('a second client is noticed however it is written', () => {
  for (const line of [
    "import { Agent } from 'undici';",
    "const { Client } = await import('undici');",
    "import http from 'node:http';",
    "import * as https from 'node:https';",
    "import { createServer, request } from 'node:http';",
    "const https = await import('node:https');",
    'const answer = await fetch(url);',
    'globalThis.fetch(url)',
    "const got = require('got');",
  ])
    assert.ok(isClient(line), line);
  for (const line of [
    "import { createServer } from 'node:http';",
    "import type { IncomingMessage, ServerResponse } from 'node:http';",
    'entry.value = fetch().then(',
    'cache.fetch(key)',
  ])
    assert.ok(!isClient(line), line);
});
