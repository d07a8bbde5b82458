import { defineConfig } from 'vitest/config';

// Tests in a real browser against a real server. Each file has its own of both, so that two go at a time.
const shared = {
  environment: 'node',
  testTimeout: 120_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 10_000 } },
} as const;

/** Those that measure how quick the page is, one at a time and after all others. */
const timed = ['tests/walk.test.ts', 'tests/frames.test.ts'];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...shared,
          name: 'pages',
          include: ['tests/**/*.test.ts'],
          exclude: timed,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...shared,
          name: 'timed',
          include: timed,
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
