import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The bundle has fixed names and stands in the server's crate, which embeds it.
export default defineConfig({
  base: './',
  plugins: [svelte()],
  build: {
    outDir: '../crates/server/bundle',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    rollupOptions: {
      output: {
        entryFileNames: 'app.js',
        chunkFileNames: '[name].js',
        assetFileNames: 'app.[ext]',
      },
    },
  },
  server: {
    proxy: { '/api': { target: 'http://127.0.0.1:7117', ws: true } },
  },
  test: { include: ['tests/**/*.test.ts'] },
});
