import { expect, type Page } from '@playwright/test'
import { expectSound, expectToFit } from './fixtures.ts'

/** A phone, and a desk. */
export const phone = { width: 390, height: 844 }
export const desk = { width: 1280, height: 900 }
const widths = [320, 390, 768, 1280]

/** A screen: its address, its title, and what stands in its heading. */
export type Screen = [path: string, title: string | RegExp, heading: string | RegExp]

/** Everything that can be said of every screen. Nothing is left to the eye here but the looks. */
export async function expectWellBuilt(
  page: Page,
  [path, title, heading]: Screen,
  size: typeof desk,
) {
  await page.setViewportSize(size)
  await page.goto(path)
  await expect(page).toHaveTitle(title)
  await expect(page.locator('head > title')).toHaveCount(1)
  const headings = page.locator('h1')
  await expect(headings).toHaveCount(1)
  await expect(headings).toContainText(heading)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expectSound(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: size.height })
    await expectToFit(page)
  }
}

/** Long figures, with cents, instead of those on screen: none reaches into the next one, and no table past its card. */
export async function expectRoomForMillions(page: Page) {
  for (const width of widths) {
    await page.setViewportSize({ width, height: desk.height })
    await expectToFit(page)
    const wide = await page.evaluate(() => {
      for (const figure of document.querySelectorAll('main span.num')) {
        if (/^-?\$[\d,.]+$/.test(figure.textContent)) {
          figure.textContent = figure.textContent.startsWith('-')
            ? '-$1,234,567.89'
            : '$1,234,567.89'
        }
      }
      const reach = (box: Element) => {
        const words = document.createRange()
        words.selectNodeContents(box)
        return box.matches('table')
          ? box.getBoundingClientRect().right
          : words.getBoundingClientRect().right
      }
      return [...document.querySelectorAll('main .table, main dd.num')]
        .filter(
          (box) =>
            reach(box) > (box.closest('dd, section') ?? box).getBoundingClientRect().right + 1,
        )
        .map(
          (box) =>
            `${box.tagName.toLowerCase()} "${box.textContent.slice(0, 40)}" at ${innerWidth}`,
        )
    })
    expect(wide, page.url()).toEqual([])
  }
}
