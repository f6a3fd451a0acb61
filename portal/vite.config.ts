// How is the portal built? `vite build` here → dist/: hashed files, a manifest, brotli and gzip beside each, no inline script or style.

import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from './build/compress.ts';
import { earlyScript } from './build/early-script.ts';
import { layerOrder } from './build/layers.ts';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/',
  publicDir: false,
  plugins: [react(), layerOrder(), earlyScript(), compressAssets()],
  build: {
    manifest: 'manifest.json',
    // The content-security policy allows no data: addresses for scripts and styles, and small files cost little over one connection.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    target: ['chrome111', 'firefox114', 'safari16.4'],
  },
  // `npx vite portal` while `npm start` runs: the interface comes from the gateway.
  server: { port: 5173, proxy: { '/portal/api': { target: 'http://127.0.0.1:8080', changeOrigin: false } } },
});
