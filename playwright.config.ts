import { defineConfig } from '@playwright/test'

const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
const quiet = [
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
]

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '*.spec.ts',
  workers: 2,
  timeout: 120_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  use: {
    // In the C locale Chromium cannot write the name of a download that is not plain ASCII.
    launchOptions: {
      env: { ...(process.env as Record<string, string>), LC_ALL: 'C.UTF-8' },
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      args: [...asRoot, ...quiet],
    },
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
    // A trace of every journey costs a third of their time: `--trace on` when one is needed.
    screenshot: 'only-on-failure',
  },
})
