import { svelte } from '@sveltejs/vite-plugin-svelte';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

// `npm run dev` serves the pages and hands everything under /api to a running `komadai serve`.
const server = process.env['KOMADAI_SERVER'] ?? 'http://127.0.0.1:8080';

/** The page itself stands at many addresses. `komadai site` puts another path in front of these. */
const absolute: Plugin = {
  name: 'absolute',
  transformIndexHtml: { order: 'post', handler: (html) => html.replaceAll('="./', '="/') },
};

export default defineConfig({
  plugins: [svelte(), absolute],
  // What is loaded later is found beside what loads it, wherever the pages are.
  base: './',
  worker: { format: 'es' },
  // Tests mount components, which needs Svelte's browser build.
  resolve: process.env['VITEST'] ? { conditions: ['browser'] } : {},
  build: {
    target: 'es2022',
    // The first with light-dark(); what is put in its place for older ones fails where a page that
    // only borrows the board says nothing of day and night.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
  },
  server: {
    proxy: { '/api': { target: server, ws: true } },
    // The outlines of characters and pieces are those of the pictures.
    fs: { allow: ['.', '../crates/picture/data'] },
  },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
});
