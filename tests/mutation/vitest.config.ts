import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// The tests by which mutants are judged: those below one folder, named by tests/mutate.ts. Only these of the values and of
// the parts of screens do without a database.
const folder = process.env.MUTATION_TESTS ?? 'app'
const needsDatabase = !/^app\/(values|ui)(\/|$)/.test(folder)

export default defineConfig({
  resolve: { alias: { 'virtual:react-router/server-build': resolve('tests/server-build.ts') } },
  test: {
    include: [`${folder}/**/*.test.{ts,tsx}`],
    // Stryker has its own limit, and this may share the machine.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    ...(needsDatabase && { globalSetup: ['tests/cluster.ts'], setupFiles: ['tests/each-file.ts'], isolate: false }),
  },
})
