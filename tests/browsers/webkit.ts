import { type ChildProcess, spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Builder, By, Capabilities, until, type WebDriver } from 'selenium-webdriver'
import type { Driven } from './driven.ts'

const longestMs = 30_000

/** The browser that comes with WebKitGTK. */
export const miniBrowser = (): string | undefined =>
  globSync('/usr/lib/*/webkit2gtk-4.1/MiniBrowser')[0]

/** WebKitGTK over WebDriver, on a virtual screen. */
export async function openWebKit(driverPath: string, xvfbPath: string): Promise<Driven> {
  const screen = spawn(
    xvfbPath,
    ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  )
  const display = await displayOf(screen)
  const port = await freePort()
  const driver = spawn(driverPath, [`--port=${port}`], {
    // Its sandbox does not start for root.
    env: { ...process.env, DISPLAY: `:${display}`, WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1' },
    stdio: 'ignore',
  })
  const end = () => {
    for (const child of [driver, screen]) child.kill()
  }
  try {
    const session = await withDriver(`http://127.0.0.1:${port}`)
    return driven(session, end)
  } catch (fault) {
    end()
    throw fault
  }
}

function displayOf(screen: ChildProcess): Promise<string> {
  return new Promise((found, failed) => {
    screen
      .once('error', failed)
      .once('exit', (code) => failed(new Error(`Xvfb ended with ${code}`)))
    screen.stdio[3]?.once('data', (chunk: Buffer) => found(String(chunk).trim()))
  })
}

/** Tried again while the driver does not listen yet. */
async function withDriver(address: string): Promise<WebDriver> {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: miniBrowser(), args: ['--automation'] },
  })
  const began = performance.now()
  for (;;) {
    try {
      return await new Builder().usingServer(address).withCapabilities(capabilities).build()
    } catch (fault) {
      if (performance.now() - began > longestMs || !String(fault).includes('ECONNREFUSED'))
        throw fault
      await sleep(200)
    }
  }
}

async function driven(session: WebDriver, end: () => void): Promise<Driven> {
  await session.manage().window().setRect({ width: 1280, height: 900 })
  const find = async (css: string) => {
    const element = await session.wait(until.elementLocated(By.css(css)), longestMs)
    await session.wait(until.elementIsVisible(element), longestMs)
    return element
  }
  const version = (await session.getCapabilities()).getBrowserVersion()
  return {
    name: `WebKitGTK ${version}`,
    go: (url) => session.get(url),
    fill: async (css, value) => {
      const field = await find(css)
      await field.clear()
      await field.sendKeys(value)
    },
    upload: async (css, path) =>
      (await session.wait(until.elementLocated(By.css(css)), longestMs)).sendKeys(path),
    press: async (css) => (await find(css)).click(),
    ask: (script) => session.executeScript(`return (${script})`),
    picture: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
    close: async () => {
      await session.quit().catch(() => undefined)
      end()
    },
  }
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((found, failed) => {
    server.once('error', failed).listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => found(port))
    })
  })
}
