import type { LaunchOptions } from '@playwright/test'
import playwright from '../playwright.config.ts'
import { findBrowser } from '../tests/browser.ts'

/** How the browser of the journeys is launched; null where there is none, which is then told. */
export async function findLaunchOptions(): Promise<LaunchOptions | null> {
  const executablePath = await findBrowser()
  if (executablePath === null) return null
  // Playwright would end this process at a signal, before its servers are stopped (server/with-cleanup.ts). It kills the browser anyway.
  const onSignals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false }
  return { ...playwright.use?.launchOptions, executablePath, ...onSignals }
}
