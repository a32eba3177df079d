import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { typeScriptFlags } from './tools/lib/node.mjs'

// Read by Node in every worker, thread and command that tests start: loading our code again takes half the time.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'baiqicha', 'compiled')

// The same random cases in every run. `npm run test:nightly` draws a seed and prints it.
process.env['SEED'] ??= '20261126'

const seeded = 'server/test/builders/seeded-properties.ts'

/** A busy machine can be slow: nothing is expected to happen within a second. */
const patient = { expect: { poll: { timeout: 20_000 } }, testTimeout: 60_000, hookTimeout: 120_000 }

/**
 * `unit` is fast and pure, `integration` runs against real databases, `web` renders screens in jsdom.
 * Files share their modules, which saves a third of the time: a test restores what it changes in a module.
 * `web/test/setup.ts` does so for screens.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: [seeded],
          ...patient,
          include: [
            'contract/src/**/*.test.ts',
            'server/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'data/**/*.test.ts',
            'bench/**/*.test.ts',
          ],
          exclude: [
            '**/*.integration.test.ts',
            '**/*.server.test.ts',
            '**/*.scale.test.ts',
            '**/*.nightly.test.ts',
            '**/node_modules/**',
          ],
        },
      },
      {
        test: {
          name: 'integration',
          isolate: false,
          setupFiles: [seeded],
          include: ['server/src/**/*.integration.test.ts'],
          globalSetup: ['server/test/databases/global-setup.ts'],
          execArgv: typeScriptFlags,
          ...patient,
        },
      },
      {
        test: {
          // Long and random tests: tools/nightly-test.mjs runs it.
          name: 'nightly',
          isolate: false,
          setupFiles: [seeded],
          include: ['server/src/**/*.nightly.test.ts'],
          globalSetup: ['server/test/databases/global-setup.ts'],
          execArgv: typeScriptFlags,
          ...patient,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          // Needs real engines beyond the databases: tools/nightly-test.mjs runs it.
          name: 'scale',
          isolate: false,
          setupFiles: [seeded],
          include: ['server/src/**/*.scale.test.ts'],
          globalSetup: ['server/test/databases/global-setup.ts'],
          execArgv: typeScriptFlags,
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
      {
        test: {
          // Needs a server: tools/clickhouse-test.mjs starts one.
          name: 'clickhouse',
          include: ['server/src/**/clickhouse-*.server.test.ts'],
          exclude: process.env['CLICKHOUSE_URL'] === undefined ? ['**'] : [],
        },
      },
      {
        test: {
          name: 'miniprogram',
          include: ['miniprogram/**/*.test.ts'],
          environment: 'jsdom',
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
          setupFiles: ['test/slow-scheduler.mjs', '../server/test/builders/seeded-properties.ts', 'test/setup.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
})
