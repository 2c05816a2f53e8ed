import { defineConfig } from 'vitest/config';

// The table in a real browser, against a real server: LAWMAGE names the program to start.
export default defineConfig({
  test: {
    include: ['browser/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 120_000,
  },
});
