import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'

const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
// The workers are started by the process that read this first, and inherit its folder: two concurrent runs have two.
process.env.JOURNEYS_WRITTEN ??= join(tmpdir(), `msingi-written-${randomUUID()}`)
const quiet = [
  '--disable-background-networking',
  '--disable-quic',
  '--no-first-run',
  '--disable-component-update',
  '--disable-sync',
]
/**
 * What Chromium is started without: Playwright's own choice, which a second list takes the place of, and the pages of the
 * address bar that no one here types in. Those took a quarter of the browser's time, two in each context.
 */
const withoutFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
]

export default defineConfig({
  testDir: 'tests/journeys',
  projects: [
    { name: 'journeys', testMatch: '*.spec.ts', testIgnore: 'log.spec.ts', teardown: 'log' },
    // What the programs of the journeys logged is looked at when all of them are over.
    { name: 'log', testMatch: 'log.spec.ts' },
  ],
  // Each has its own program and demo. On two cores two took 10.6 minutes where one took 14.9.
  workers: 2,
  // What passes only the second time fails the run as well, and is named as flaky.
  retries: 1,
  failOnFlakyTests: true,
  timeout: 300_000,
  // Long enough for a slow machine: what is there sooner is not waited for.
  expect: { timeout: 20_000 },
  forbidOnly: true,
  outputDir: 'test-results',
  use: {
    // In the C locale Chromium cannot write the name of a download that is not plain ASCII.
    launchOptions: {
      env: { ...(process.env as Record<string, string>), LC_ALL: 'C.UTF-8' },
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      args: [...asRoot, ...quiet, `--disable-features=${withoutFeatures}`],
    },
    // Sooner than the test's own limit, so that a failure names the part that is missing.
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'Africa/Nairobi',
    // A trace of every journey costs a third of their time: `--trace on` when one is needed.
    screenshot: 'only-on-failure',
  },
})
