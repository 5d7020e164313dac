import puppeteer from 'puppeteer-core'
import type { Driven } from './driven.ts'

/** Firefox without a window, over WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Driven> {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath, headless: true })
  const page = await browser.newPage()
  await page.setViewport({ width: 1280, height: 900 })
  const find = async (css: string) => {
    const element = await page.waitForSelector(css)
    if (!element) throw new Error(`There is no ${css}`)
    return element
  }
  return {
    name: await browser.version(),
    go: async (url) => void (await page.goto(url)),
    fill: async (css, value) => {
      const field = await find(css)
      await field.evaluate((element) => (element as HTMLInputElement).select())
      await field.type(value)
    },
    upload: async (css, path) => {
      const field = await find(css)
      await (field as Awaited<ReturnType<typeof page.$<'input'>>>)?.uploadFile(path)
    },
    press: async (css) => (await find(css)).click(),
    ask: async (script) => page.evaluate(script),
    picture: async () => Buffer.from(await page.screenshot()),
    close: () => browser.close(),
  }
}
