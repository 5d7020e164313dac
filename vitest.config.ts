import { defineConfig } from 'vitest/config'

const withoutDatabase = [
  'app/values/**/*.test.ts',
  'app/ui/**/*.test.{ts,tsx}',
  'server/**/*.test.ts',
  'tests/*.test.ts',
]

export default defineConfig({
  test: {
    maxWorkers: 2,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'plain', include: withoutDatabase } },
      {
        extends: true,
        test: {
          name: 'database',
          include: ['app/**/*.test.{ts,tsx}', 'tests/database/**/*.test.ts'],
          exclude: withoutDatabase,
          globalSetup: ['tests/cluster.ts'],
          setupFiles: ['tests/database.ts'],
        },
      },
    ],
  },
})
