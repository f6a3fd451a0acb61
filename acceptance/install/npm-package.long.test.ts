// Installs the npm package as a user does, from its tarball into an empty folder, and makes a first
// payment; and does what the Dockerfile does, in a clean folder: installs without optional
// packages, measures, and starts the program as a user who may write to its data directory alone.
// The registry, or npm's cache, must be reachable.

import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createClient, payOut, startInstallation, until } from '../harness/index.ts';

const root = join(import.meta.dirname, '../..');
/** The user and group of the image. */
const imageUser = 10_001;
const imageMaxMegabytes = 250;
/** The size of debian:12.11-slim, as its registry shows it. */
const baseMegabytes = 75;
const bytesPerMegabyte = 1_000_000;

let directory: string;
let folder: string;
before(() => {
  directory = mkdtempSync(join(tmpdir(), 'jokko-install-'));
  chmodSync(directory, 0o755);
  folder = join(directory, 'app');
  execFileSync(process.execPath, [join(root, 'scripts/package.ts'), folder]);
});
after(() => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }));

/** npm with the Node that runs this test, whatever is first in PATH. */
function npm(words: readonly string[], cwd: string): string {
  return execFileSync('npm', [...words, '--no-audit', '--no-fund', '--prefer-offline'], {
    cwd,
    env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

interface Served {
  baseUrl: string;
  apiKey: string;
  version: string;
  ready: boolean;
}

/** Runs `serve` until `use` is done. */
async function serve(
  program: readonly [string, ...string[]],
  options: { cwd: string; env: { [name: string]: string } },
  use: (served: Served) => Promise<void>,
): Promise<void> {
  const [command, ...words] = program;
  const child = spawn(command, [...words, 'serve', '--json'], {
    ...options,
    env: {
      PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
      HOME: directory,
      PORT: '0',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let log = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  try {
    const served = await until(
      `it serves: ${log}`,
      () => {
        if (child.exitCode !== null) throw new Error(log);
        return output.includes('\n') ? (JSON.parse(output) as Served) : undefined;
      },
      { timeoutMs: 240_000 },
    );
    await use(served);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

async function pay({ baseUrl, apiKey }: Served): Promise<void> {
  const { json } = await createClient(baseUrl, apiKey).operation(
    payOut({ phone: '770000001', amount: 500 }),
  );
  assert.equal(json.code, 2000, JSON.stringify(json));
  const page = await fetch(`${baseUrl}/`, { headers: { accept: 'text/html' } });
  assert.match(await page.text(), /<html/);
}

describe('the npm package', () => {
  it('holds JavaScript alone, and no test', () => {
    const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
    const strange = names.filter(
      (name) =>
        /\.test\.|\.tsx?$|\.env/.test(name) &&
        // What readers copy.
        !/^(?:examples|sdks\/typescript\/examples)\//.test(name),
    );
    assert.deepEqual(strange, []);
  });

  it('holds every file that its README and its documentation point to, and the example', () => {
    // Links of the documentation's pages are between its addresses: docs/site/test.
    const pages = ['README.md', ...globSync('docs/{*,providers/*}.md', { cwd: folder })];
    const dead = pages.flatMap((page) =>
      [...readFileSync(join(folder, page), 'utf8').matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
        .map(([, link]) => link ?? '')
        .filter((link) => !/^[a-z]+:|^\//.test(link))
        .filter((link) => !existsSync(join(folder, dirname(page), link)))
        .map((link) => `${page}: ${link}`),
    );
    assert.deepEqual(dead, []);
    assert.ok(pages.length > 10);
    assert.ok(existsSync(join(folder, 'examples/live-catalogue.json')));
  });

  it('is installed from its tarball, and serves a first payment without a clone', async () => {
    const tarball = npm(['pack', '--silent', '--pack-destination', directory], folder).trim();
    const empty = join(directory, 'empty');
    mkdirSync(empty);
    npm(['install', join(directory, tarball.split('\n').at(-1)!)], empty);
    const program = join(empty, 'node_modules/.bin/jokko');
    const version = execFileSync(program, ['--version'], {
      encoding: 'utf8',
      env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    });
    const { version: wanted } = JSON.parse(
      readFileSync(join(root, 'package.json'), 'utf8'),
    ) as Served;
    assert.ok(version.includes(wanted), version);
    await serve([program], { cwd: empty, env: {} }, pay);
  });
});

/** The embedded database over TCP: its socket is in a directory of its own user. */
function tcpUrlOf(dataDir: string): string {
  const { port, password } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as {
    port: number;
    password: string;
  };
  return `postgres://jokko:${password}@127.0.0.1:${port}/jokko`;
}

const isRoot = process.getuid?.() === 0;
const mayShare = isRoot && spawnSync('unshare', ['-m', 'true']).status === 0;

describe('the steps of the image', () => {
  it('make a tree that with Node and the base stays below 250 MB', () => {
    npm(['ci', '--omit=dev', '--omit=optional', '--ignore-scripts'], folder);
    for (const file of globSync('node_modules/**/*.{map,ts,mts,cts}', { cwd: folder }))
      if (statSync(join(folder, file)).isFile()) rmSync(join(folder, file));
    const bytes = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
    const node = join(directory, 'node');
    execFileSync('strip', ['-o', node, process.execPath]);
    const megabytes = (bytes + statSync(node).size) / bytesPerMegabyte + baseMegabytes;
    process.stderr.write(`image: about ${megabytes.toFixed(0)} MB\n`);
    assert.ok(megabytes < imageMaxMegabytes, `${megabytes} MB`);
  });

  it(
    'run as a user of its own on a read-only file system',
    { skip: mayShare ? false : 'needs root and `unshare -m`' },
    async () => {
      const data = join(directory, 'data');
      mkdirSync(data);
      chownSync(data, imageUser, imageUser);
      // Everything is read-only but the data directory. PostgreSQL is elsewhere, as the image has
      // none.
      const script = [
        'set -e',
        `mount --bind ${directory} ${directory}`,
        `mount --bind ${data} ${data}`,
        `mount -o remount,ro,bind ${directory}`,
        'mount -o remount,ro,bind /',
        `if touch ${folder}/probe /probe 2>/dev/null; then exit 3; fi`,
        `exec setpriv --reuid=${imageUser} --regid=${imageUser} --clear-groups --no-new-privs "$@"`,
      ].join('\n');
      const other = await startInstallation({ ownDatabase: true });
      const env = {
        NODE_ENV: 'production',
        DATA_DIR: data,
        DATABASE_URL: tcpUrlOf(other.dataDir),
        JOKKO_SECRET_KEY: readFileSync(join(other.dataDir, 'secret-key'), 'utf8').trim(),
        SIMULATOR_URL: other.simulatorUrl,
      };
      const node = join(directory, 'node');
      try {
        await serve(
          ['unshare', '-m', 'sh', '-c', script, 'sh', node, 'gateway/bin/jokko.mjs'],
          { cwd: folder, env },
          async (served) => {
            await pay(served);
            await until('it is ready', async () => {
              const answer = await fetch(`${served.baseUrl}/readyz`);
              return ((await answer.json()) as Served).ready;
            });
          },
        );
      } finally {
        await other.stop();
      }
    },
  );
});
