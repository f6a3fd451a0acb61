// Runs the gateway for development: restarted when its sources change, with the portal on Vite's
// own server (http://127.0.0.1:5173) and hot reload.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const node = `${root}node_modules/node/bin/node`;
const portalUrl = 'http://127.0.0.1:5173';
const watched = ['gateway/src', 'contract/src', 'connectors'];

const children = [
  spawn(
    node,
    [
      ...watched.map((path) => `--watch-path=${root}${path}`),
      '--watch-preserve-output',
      'gateway/bin/jokko.mjs',
      'serve',
    ],
    // Vite passes the portal's calls on to port 8080; they come from its address, which the gateway
    // must take for its own.
    { cwd: root, stdio: 'inherit', env: { ...process.env, PORT: '8080', PUBLIC_URL: portalUrl } },
  ),
  spawn(node, ['node_modules/vite/bin/vite.js', 'portal', '--clearScreen', 'false'], {
    cwd: root,
    stdio: 'inherit',
  }),
];

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
for (const child of children)
  child.on('exit', (code) => {
    for (const other of children) other.kill('SIGTERM');
    process.exitCode ??= code ?? 1;
  });
