// G4, G5: what a live node finds wrong with its surroundings. A proxy that TRUSTED_PROXIES does not
// list is told of in the log and by `jokko health`, and one who guesses passwords through it locks
// out nobody else behind it. A node that runs as root says so.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { hostInstallation, until, type HostedInstallation } from './harness/index.ts';

let installation: HostedInstallation;
before(async () => {
  installation = await hostInstallation({
    env: { JOKKO_MODE: 'live', JOKKO_SECRET_KEY: randomBytes(32).toString('base64') },
  });
});
after(() => installation.stop());

/** All tries of one address but these are locked. */
const freeTries = 30;

/**
 * The status; a node that has too much to do at present does not look at the password, and is asked
 * again.
 */
const signIn = (forwardedFor: string): Promise<number> =>
  until(
    'the password is looked at',
    async () => {
      const answer = await fetch(`${installation.baseUrl}/portal/api/sign-in`, {
        method: 'POST',
        headers: {
          origin: installation.baseUrl,
          'content-type': 'application/json',
          'x-forwarded-for': forwardedFor,
        },
        body: JSON.stringify({
          email: `someone.${randomBytes(4).toString('hex')}@example.sn`,
          password: 'la-teranga-sous-la-pluie',
        }),
      });
      await answer.text();
      return answer.status !== 503 && answer.status;
    },
    { everyMs: 1_000 },
  );

/** `fetch` gives no other Host than that of the address. */
const statusUnder = (host: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const asked = request(`${installation.baseUrl}/metrics`, { headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    asked.on('error', reject).end();
  });

interface Health {
  healthy: boolean;
  advice: { code: string; about: string | null }[];
}
const adviceOf = async (code: string): Promise<string | null | undefined> => {
  // A database that stands still for a moment fails the command, which then prints nothing.
  const { stdout } = await until('health answers', async () => {
    const outcome = await installation.runCli(['health', '--json']);
    return outcome.stdout !== '' && outcome;
  });
  return (JSON.parse(stdout) as Health).advice.find((each) => each.code === code)?.about;
};

describe('G4 a proxy that is not listed', () => {
  it('G4 locks out who guesses through it, and nobody else behind it', async () => {
    for (let tries = 0; tries < freeTries; tries++)
      assert.equal(await signIn('198.51.100.7'), 401, `try ${tries}`);
    assert.equal(await signIn('198.51.100.7'), 429);
    assert.equal(await signIn('198.51.100.8'), 401, 'another user behind the same proxy');
    // What a client writes in front of the proxy's own entry changes nothing.
    assert.equal(await signIn('198.51.100.9, 198.51.100.7'), 429);
  });

  it('G4 is warned of once in the log, and by health until it is listed', async () => {
    const warnings = await until('the warning is logged', () => {
      const lines = installation.logs().split('\n');
      const found = lines.filter((line) => line.includes('TRUSTED_PROXIES'));
      return found.length > 0 ? found : undefined;
    });
    assert.equal(warnings.length, 1, warnings.join('\n'));
    assert.match(warnings[0]!, /"proxy":"127\.0\.0\.1"/);
    const about = await until(
      'health tells',
      async () => (await adviceOf('unlistedProxy')) ?? undefined,
    );
    assert.match(about, /^127\.0\.0\.1 \(/);
  });
});

describe('G6 metrics on the main port', () => {
  it('G6 are for this machine, and not for those for whom a proxy on it speaks', async () => {
    const url = `${installation.baseUrl}/metrics`;
    const headers = { 'x-forwarded-for': '198.51.100.7' };
    assert.deepEqual(
      [(await fetch(url)).status, (await fetch(url, { headers })).status],
      [200, 404],
    );
    assert.equal((await fetch(url, { headers: { via: '1.1 proxy' } })).status, 404);
    assert.equal(await statusUnder('pay.example'), 404);
    assert.equal(await statusUnder('localhost'), 200);
  });
});

describe('G5 rights of the node', () => {
  it('G5 a node of live mode that runs as root says so', async () => {
    const about = await adviceOf('runsAsRoot');
    if (process.getuid?.() === 0) {
      assert.equal(about, installation.nodes[0]!.nodeId);
      assert.match(installation.logs(), /runs as root/);
    } else assert.equal(about, undefined);
  });
});
