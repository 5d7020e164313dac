import type { Browser, BrowserContextOptions } from '@playwright/test'
import { isTakenOver } from '../pages/first-view.ts'
import { recordTransfers, untilIdle } from '../pages/transfers.ts'

/** What going to a screen fetched, pictures and all, in bytes on the wire. */
export type Visit = { path: string; bytes: number; dearest: string }

/** Opens the dashboard on a desk, and from there each entry of the sidebar, one after another. */
export async function visitScreens(
  browser: Browser,
  dashboard: string,
  signedIn: BrowserContextOptions,
): Promise<Visit[]> {
  const context = await browser.newContext({ ...signedIn, viewport: { width: 1280, height: 900 } })
  try {
    const page = await context.newPage()
    const transfers = await recordTransfers(await context.newCDPSession(page))
    await page.goto(dashboard)
    await page.waitForFunction(isTakenOver)
    await untilIdle(transfers)
    const sidebar = page.getByRole('navigation', { name: 'Investor Portal', exact: true })
    const entries = await sidebar
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    const visits: Visit[] = []
    for (const path of entries) {
      if (!path || path === new URL(dashboard).pathname) continue
      transfers.length = 0
      await sidebar.locator(`[href="${path}"]`).click()
      await page.waitForURL((url) => url.pathname === path)
      await untilIdle(transfers)
      const [dearest] = transfers.toSorted((a, b) => b.bytes - a.bytes)
      visits.push({
        path,
        bytes: transfers.reduce((sum, { bytes }) => sum + bytes, 0),
        dearest: dearest
          ? `${new URL(dearest.url).pathname.split('/').at(-1)} ${dearest.bytes}`
          : '',
      })
    }
    return visits
  } finally {
    await context.close()
  }
}
