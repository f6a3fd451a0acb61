// Build configuration of the portal. `vite build` here → dist/: hashed files, a manifest, brotli
// and gzip beside each, no inline script or style.

import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './build/compress.ts';
import { earlyScript } from './build/early-script.ts';
import { layerOrder } from './build/layers.ts';
import { preloads } from './build/preloads.ts';
import { serviceWorker } from './build/worker.ts';

// Building blocks in few files, since each file costs a slow network a turn: what comes with the
// start itself (wherever the bundler puts it), what the pages before signing in need besides, and
// what nearly all others are made of. Charts and the open menu, which nobody needs at first, stay
// apart.
const inStart = /\/src\/ui\/(badge|button|icon|states|messages|texts|toast)\./;
const inForms = /\/src\/ui\/(field|form|notice|password)\./;
const inPages = /\/src\/(?:ui\/(?!chart|menu-list|pressable)|language\/vocabulary)/;

// In development the gateway is behind Vite, so that one address serves pages and interfaces.
const gateway = { target: 'http://127.0.0.1:8080', changeOrigin: false };
const gatewayPaths = [
  '/portal/api',
  '/api-services',
  '/api',
  '/docs',
  '/sdk',
  '/openapi.json',
  '/deep',
  '/providers',
  '/sms-providers',
  '/healthz',
  '/readyz',
  '/metrics',
];

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  publicDir: false,
  plugins: [react(), layerOrder(), earlyScript(), preloads(), serviceWorker(), compressAssets()],
  build: {
    manifest: 'manifest.json',
    // The content-security policy allows no data: addresses for scripts and styles, and small files
    // cost little over one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'forms', test: inForms, priority: 2 },
            { name: 'parts', test: (id) => inPages.test(id) && !inStart.test(id), priority: 1 },
          ],
        },
      },
    },
    target: ['chrome111', 'firefox114', 'safari16.4'],
  },
  // `npx vite portal` while `npm start` runs: the interface comes from the gateway.
  server: {
    port: 5173,
    proxy: Object.fromEntries(gatewayPaths.map((path) => [path, gateway])),
  },
});
