import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withServer } from '../bench/running-server.ts'
import { say } from '../server/progress.ts'
import { installOnDebian, mayInstall, programNamed } from './browser.ts'
import type { Driven } from './browsers/driven.ts'
import { openFirefox } from './browsers/firefox.ts'
import { smokeJourney } from './browsers/journey.ts'
import { miniBrowser, openWebKit } from './browsers/webkit.ts'

// `npm run test:browsers [-- firefox | webkit]`: one journey through the product in Firefox ESR and in WebKitGTK, each on a
// demo of its own. Installs them where it may (root on Debian).

type Engine = {
  name: string
  packages: string[]
  isThere: () => boolean
  open: () => Promise<Driven>
}

const programs = { firefox: 'firefox-esr', driver: 'WebKitWebDriver', screen: 'Xvfb' }
const pathOf = (name: string) => programNamed(name) ?? name

const engines: Engine[] = [
  {
    name: 'firefox',
    packages: ['firefox-esr'],
    isThere: () => programNamed(programs.firefox) !== undefined,
    open: () => openFirefox(pathOf(programs.firefox)),
  },
  {
    name: 'webkit',
    packages: ['webkit2gtk-driver', 'xvfb'],
    isThere: () =>
      [programs.driver, programs.screen].every((name) => programNamed(name) !== undefined) &&
      miniBrowser() !== undefined,
    open: () => openWebKit(pathOf(programs.driver), pathOf(programs.screen)),
  },
]

/** Whether everything of an engine is there, after installing it where that is allowed; else says how to. */
async function isReady({ name, packages, isThere }: Engine): Promise<boolean> {
  if (isThere()) return true
  if (mayInstall()) await installOnDebian(...packages).catch((fault: Error) => say(fault.message))
  if (isThere()) return true
  say(
    `${name} is not installed. Install it with:\n\n  sudo apt-get install -y ${packages.join(' ')}\n`,
  )
  return false
}

async function tryIn({ open, name }: Engine): Promise<boolean> {
  return withServer(async (server) => {
    const browser = await open()
    const folder = await mkdtemp(join(tmpdir(), 'msingi-browsers-'))
    try {
      say(`── ${browser.name}`)
      await smokeJourney(browser, server, folder)
      return true
    } catch (fault) {
      const picture = join(tmpdir(), `msingi-${name}.png`)
      await browser.picture().then(
        (bytes) => writeFile(picture, bytes),
        () => undefined,
      )
      say(`✗ ${fault instanceof Error ? fault.message : fault}\n  What it showed: ${picture}`)
      return false
    } finally {
      await browser.close()
      await rm(folder, { recursive: true, force: true })
    }
  })
}

const wished = process.argv.slice(2)
const chosen = engines.filter(({ name }) => wished.length === 0 || wished.includes(name))
if (chosen.length < Math.max(1, wished.length)) {
  say(`Usage:  npm run test:browsers [-- ${engines.map(({ name }) => name).join(' | ')}]`)
  process.exitCode = 2
}
for (const engine of chosen)
  if (!((await isReady(engine)) && (await tryIn(engine)))) process.exitCode = 1
