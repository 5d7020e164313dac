import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

// The tests by which mutants are judged: those below one folder, named by tests/mutate.ts. Only these of the values and of
// the parts of screens do without a database.
const folders = (process.env.MUTATION_TESTS ?? 'app').split(',')
const needsDatabase = !folders.every((folder) => /^app\/(values|ui)(\/|$)/.test(folder))
const looksForQueries = process.env.REACHED_FOLDER !== undefined
const setupFiles = [...(looksForQueries ? ['tests/mutation/reached.ts'] : []), 'tests/each-file.ts']

export default defineConfig({
  resolve: { alias: { 'virtual:react-router/server-build': resolve('tests/server-build.ts') } },
  test: {
    include: folders.map((folder) =>
      /\.tsx?$/.test(folder) ? folder : `${folder}/**/*.test.{ts,tsx}`,
    ),
    // Stryker has its own limit, and this may share the machine.
    testTimeout: 120_000,
    hookTimeout: 60_000,
    ...(needsDatabase && { globalSetup: ['tests/cluster.ts'], setupFiles, isolate: false }),
  },
})
