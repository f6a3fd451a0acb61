// Runs the example configurations of HAProxy and nginx before two nodes: addresses of clients
// arrive, large bodies are refused by the node and not by the proxy, both nodes are used, and a
// node that is stopped leaves without a failed request.

import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  createAccount,
  createClient,
  payOut,
  startInstallation,
  uniquePhone,
  until,
  type GatewayNode,
  type Installation,
} from '../harness/index.ts';

const root = join(import.meta.dirname, '../..');
/** Far longer than a proxy takes to notice, on a machine that stands still for a while, too. */
const drainSeconds = 15;
const bodyMaxBytes = 16 * 1_048_576;

interface Proxy {
  name: string;
  program: string;
  /** Debian's package. */
  from: string;
  /** Takes the second node out before it is stopped, where the proxy does not notice by itself. */
  takeOut(folder: string, second: string, child: ChildProcess): void;
  /** Its arguments. What it writes goes into `folder`. */
  words(folder: string, port: number, nodes: readonly [string, string]): string[];
}

const haproxy: Proxy = {
  name: 'HAProxy',
  program: '/usr/sbin/haproxy',
  from: 'haproxy',
  takeOut: () => {},
  words: () => ['-f', join(root, 'deploy/haproxy/haproxy.cfg')],
};

const nginx: Proxy = {
  name: 'nginx',
  program: '/usr/sbin/nginx',
  from: 'nginx-light',
  takeOut(folder, second, child) {
    const file = join(folder, 'nginx.conf');
    writeFileSync(
      file,
      readFileSync(file, 'utf8').replace(
        `server ${second} max_fails=1`,
        `server ${second} down max_fails=1`,
      ),
    );
    child.kill('SIGHUP');
  },
  words(folder, port, [a, b]) {
    const server = readFileSync(join(root, 'deploy/nginx/jokko.conf'), 'utf8')
      .replace('node-a:8080', a)
      .replace('node-b:8080', b)
      .replace('listen 8080', `listen 127.0.0.1:${port}`);
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      .map((each) => `${each}_temp_path ${folder}/${each};`)
      .join('\n');
    const text = `daemon off;\npid ${folder}/pid;\nevents {}\nhttp {\naccess_log off;\n${places}\n${server}}\n`;
    writeFileSync(join(folder, 'nginx.conf'), text);
    return ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')];
  },
};

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

for (const proxy of [haproxy, nginx])
  describe(
    `behind ${proxy.name}`,
    { skip: existsSync(proxy.program) ? false : `needs ${proxy.program} (Debian: ${proxy.from})` },
    () => {
      let installation: Installation;
      let second: GatewayNode;
      let child: ChildProcess | undefined;
      let folder: string;
      let baseUrl: string;
      let log = '';
      before(async () => {
        const env = { TRUSTED_PROXIES: '127.0.0.1', JOKKO_DRAIN_SECONDS: String(drainSeconds) };
        installation = await startInstallation({ env });
        second = await installation.addNode();
        folder = mkdtempSync(join(tmpdir(), 'jokko-proxy-'));
        const nodes = [...installation.nodes].map(({ details }) => new URL(details.listening).host);
        const [a, b] = nodes as [string, string];
        // The port may be another's by the time at which the proxy wants it: then it ends, and
        // takes the next.
        await until(`${proxy.name} answers`, async () => {
          if (child === undefined || child.exitCode !== null) await start([a, b]);
          return (await fetch(`${baseUrl}/docs`).catch(() => null))?.status === 200;
        });
      });
      async function start(nodes: readonly [string, string]): Promise<void> {
        const port = await findFreePort();
        baseUrl = `http://127.0.0.1:${port}`;
        child = spawn(proxy.program, proxy.words(folder, port, nodes), {
          env: { NODE_A: nodes[0], NODE_B: nodes[1], PROXY_BIND: `127.0.0.1:${port}` },
          stdio: ['ignore', 'pipe', 'pipe'],
        });
        child.stdout!.on('data', (text: Buffer) => (log += text.toString()));
        child.stderr!.on('data', (text: Buffer) => (log += text.toString()));
      }
      after(async () => {
        child?.kill('SIGTERM');
        await installation.stop();
        rmSync(folder, { recursive: true, force: true });
      });

      it('a client has its own address, whatever it writes into the header', async () => {
        const { apiKey, accountId } = await createAccount(installation);
        const headers = { secretkey: apiKey, 'x-forwarded-for': '198.51.100.7' };
        const answer = await fetch(`${baseUrl}/api-services/balance`, { headers });
        assert.equal(answer.status, 200);
        await answer.text();
        assert.doesNotMatch(installation.logs(), /TRUSTED_PROXIES does not list/);
        assert.ok(accountId > 0);
      });

      it('a body that is too large is refused by the node, in its own words', async () => {
        const answer = await fetch(`${baseUrl}/api-services/operation`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ phone: 'x'.repeat(bodyMaxBytes) }),
        });
        assert.equal(((await answer.json()) as { error: boolean }).error, true);
      });

      it('kept connections outlive a pause, and both nodes are used', async () => {
        const used = new Set<string>();
        // A node that was away for a moment comes back.
        await until('both are used', async () => {
          const answer = await fetch(`${baseUrl}/healthz`);
          const id = answer.headers.get('x-request-id');
          if (id !== null) used.add(id.split('-')[0]!);
          await answer.text();
          return used.size === 2;
        });
      });

      it('a node that is stopped leaves without a failed request', async () => {
        const { apiKey } = await createAccount(installation);
        const client = createClient(baseUrl, apiKey);
        let stopped = false;
        const refused: unknown[] = [];
        let accepted = 0;
        const load = Array.from({ length: 8 }, async () => {
          while (!stopped) {
            const { json } = await client.operation(payOut({ phone: uniquePhone(), amount: 100 }));
            if (json.code === 2000) accepted += 1;
            else refused.push(json);
          }
        });
        await until('there is load', () => accepted > 20);
        proxy.takeOut(folder, new URL(second.details.listening).host, child!);
        assert.equal(await second.stop(), 0);
        const before = accepted;
        await until('load goes on', () => accepted > before + 20);
        stopped = true;
        await Promise.all(load);
        assert.deepEqual(refused, [], log);
      });
    },
  );
