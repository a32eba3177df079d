import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { typeScriptFlags } from './tools/lib/typescript-flags.mjs'

/**
 * `unit` is fast and pure, `integration` runs against real databases, `web` renders screens in jsdom.
 * The first and the last share their modules between files, which halves their time: what a test changes it puts back
 * (web/test/setup.ts).
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          include: ['contract/src/**/*.test.ts', 'server/src/**/*.test.ts', 'tools/**/*.test.ts', 'data/**/*.test.ts'],
          exclude: ['**/*.integration.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'integration',
          include: ['server/src/**/*.integration.test.ts'],
          globalSetup: ['server/test/global-setup.ts'],
          execArgv: typeScriptFlags,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: 'web/vite.config.ts',
        test: {
          name: 'web',
          isolate: false,
          root: 'web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['test/setup.ts'],
          alias: [{ find: /^zustand$/, replacement: join(import.meta.dirname, 'web/test/stores.ts') }],
          testTimeout: 20_000,
        },
      },
    ],
  },
})
