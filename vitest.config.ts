import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Asks the whole product, through server/app.ts. */
const accessTests = 'tests/access-*.test.ts'
const withoutDatabase = [
  'app/values/**/*.test.ts',
  'app/ui/**/*.test.{ts,tsx}',
  '{config,server}/**/*.test.ts',
  'bench/**/*.test.ts',
  'tests/!(access-*).test.ts',
]

export default defineConfig({
  // What the bundler makes of the URL map is made of its modules.
  resolve: { alias: { 'virtual:react-router/server-build': resolve('tests/server-build.ts') } },
  test: {
    // One more than the cores this is meant for: a test that asks the database waits for a part of its time.
    maxWorkers: 3,
    // The address of a style sheet is needed, its rules are not.
    css: { include: [/\.css\?url$/] },
    // Loaded by Node.js itself: what the runner makes of a module reads each import through a getter, millions of times.
    server: { deps: { external: [/\/tests\/fences\//] } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      { extends: true, test: { name: 'plain', include: withoutDatabase, isolate: false } },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['app/**/*.test.{ts,tsx}', 'tests/database/**/*.test.ts', accessTests],
          exclude: withoutDatabase,
          globalSetup: ['tests/cluster.ts'],
          setupFiles: ['tests/each-file.ts'],
          isolate: false,
        },
      },
      // Programs that take their time, and the processor: tests/run.ts runs them apart from the others.
      {
        extends: true,
        test: {
          name: 'scripts',
          include: ['tests/scripts/**/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'standby',
          include: ['tests/standby/**/*.test.ts'],
          globalSetup: ['tests/standby/cluster.ts'],
          setupFiles: ['tests/each-file.ts'],
        },
      },
    ],
  },
})
