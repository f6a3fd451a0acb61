// Proves that PUBLIC_URL decides whether browsers come over TLS, whatever a proxy in between says.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { readSources, isTest } from '../../../../acceptance/architecture/imports.ts';
import { readToken, sessionCookie } from './portal/cookie.ts';
import { ownOrigin } from './portal/same-origin.ts';
import { secureAnswers, secureHeaderLines } from './secure-answers.ts';

const token = 't'.repeat(43);
const hsts = 'max-age=31536000';

async function answerUnder(publicUrl: string | null) {
  const app = Fastify();
  secureAnswers(app, publicUrl);
  app.get('/', (request, reply) =>
    reply
      .header('set-cookie', [sessionCookie(request, token), sessionCookie(request, null)])
      .send({ token: readToken(request), origin: ownOrigin(request, publicUrl) }),
  );
  const headers = { host: 'pay.example', cookie: `__Host-jokko=${token}` };
  const { headers: given, json } = await app.inject({ url: '/', headers });
  await app.close();
  const [set, cleared] = given['set-cookie'] as string[];
  const read = json<{ token: string | null; origin: string }>();
  return { set, cleared, hsts: given['strict-transport-security'], ...read };
}

test('G6 behind a proxy that says nothing, PUBLIC_URL makes the cookie secure, sends HSTS and names the origin', async () => {
  const { set, cleared, ...rest } = await answerUnder('https://pay.example');
  const terms = 'Path=/; HttpOnly; SameSite=Strict; Secure';
  assert.equal(set, `__Host-jokko=${token}; ${terms}`);
  assert.equal(cleared, `__Host-jokko=; ${terms}; Max-Age=0`);
  assert.deepEqual(rest, { hsts, token, origin: 'https://pay.example' });
  assert.ok(secureHeaderLines(false, 'https://pay.example').some((line) => line.includes(hsts)));
});

test('G6 without TLS anywhere a browser keeps the plain cookie', async () => {
  for (const publicUrl of [null, 'http://localhost:8080']) {
    const answer = await answerUnder(publicUrl);
    assert.equal(answer.set, `jokko=${token}; Path=/; HttpOnly; SameSite=Strict`);
    assert.deepEqual([answer.hsts, answer.token], [undefined, null]);
  }
});

test('G6 no other place judges by the connection whether it is secure', () => {
  const judging = readSources().filter(
    ({ path, text }) =>
      path.startsWith('gateway/src/') && !isTest(path) && /request\.protocol\b/.test(text),
  );
  assert.deepEqual(
    judging.map(({ path }) => path),
    ['gateway/src/platform/http/secure-answers.ts'],
  );
});
