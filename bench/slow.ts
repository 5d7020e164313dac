import { chromium } from '@playwright/test'
import { findLaunchOptions } from './browser.ts'
import { ownInvestment } from './own-investment.ts'
import { Pace } from './pace.ts'
import { withServer } from './running-server.ts'
import { isSmallest, sayScale } from './scale.ts'
import { demoInvestor, signIn, storageStateOf } from './sign-in.ts'
import { type SlowView, slowView } from './slow/slow-view.ts'

// What a first visit costs someone with a slow phone on a slow connection: 400 kbit/s, 400 ms latency, a quarter of this
// machine's processor, nothing cached, one run each. Ends non-zero when a limit is broken; the smallest scale judges none.

type Figure = { name: string; of: (view: SlowView) => number; digits: number; kind?: 'time' }
const kb = (bytes: number) => bytes / 1000

const figures = {
  script: { name: 'script KB', of: ({ script }) => kb(script), digits: 1 },
  files: { name: 'script files', of: ({ scriptFiles }) => scriptFiles, digits: 0 },
  fonts: { name: 'fonts KB', of: ({ fonts }) => kb(fonts), digits: 1 },
  bytes: { name: 'all KB', of: ({ bytes }) => kb(bytes), digits: 1 },
  firstPaint: { name: 'FCP s', of: (view) => view.firstPaint / 1000, digits: 1, kind: 'time' },
  largestPaint: { name: 'LCP s', of: (view) => view.largestPaint / 1000, digits: 1, kind: 'time' },
  blocking: { name: 'blocking ms', of: ({ blocking }) => blocking, digits: 0, kind: 'time' },
} satisfies Record<string, Figure>
type Name = keyof typeof figures
const names = Object.keys(figures) as Name[]

type Visit = {
  page: string
  path: string
  isSignedIn: boolean
  most: Partial<Record<Name, number>>
}
type Measured = Visit & { view: SlowView }

const everywhere = { fonts: 28 }
const dashboard = '/investment-dashboard'

const pace = new Pace()
const launchOptions = await findLaunchOptions()
if (launchOptions === null) process.exit(1)

const measured = await withServer(async ({ address }) => {
  const cookie = await signIn(address, demoInvestor)
  const signedIn = { storageState: storageStateOf(address, cookie) }
  const visits = visitsWith(await ownInvestment(address, cookie))
  const done: Measured[] = []
  for (const visit of isSmallest ? visits.slice(0, 1) : visits) {
    await pace.sample()
    const browser = await chromium.launch(launchOptions)
    const view = await slowView(
      browser,
      `${address}${visit.path}`,
      visit.isSignedIn ? signedIn : {},
    ).finally(() => browser.close())
    done.push({ ...visit, view })
  }
  return done
})

function visitsWith(investment: string): Visit[] {
  const guest = { isSignedIn: false }
  const investor = { isSignedIn: true }
  return [
    { page: '/login', path: '/login', ...guest, most: { ...everywhere, firstPaint: 2.3 } },
    {
      page: 'portal dashboard',
      path: dashboard,
      ...investor,
      most: { ...everywhere, script: 125, files: 12, firstPaint: 2.5, blocking: 200 },
    },
    {
      page: 'an investment',
      path: investment,
      ...investor,
      most: { ...everywhere, largestPaint: 3.5 },
    },
    {
      page: 'opportunities',
      path: '/investments',
      ...guest,
      most: { ...everywhere, bytes: 300 },
    },
    { page: 'landing', path: '/', ...guest, most: { ...everywhere, largestPaint: 3 } },
    {
      page: 'listing',
      path: '/investment/twin-towers',
      ...guest,
      most: { ...everywhere, largestPaint: 2.3 },
    },
  ]
}

const shown = (name: Name, view: SlowView) => figures[name].of(view).toFixed(figures[name].digits)
const isBroken = ({ view }: Measured, name: Name, most: number) => {
  const figure: Figure = figures[name]
  return figure.of(view) > (figure.kind === 'time' ? pace.allowed(most) : most)
}

const heads = ['page', ...names.map((name) => figures[name].name), 'largest paint of']
console.log(`\n| ${heads.join(' | ')} |\n|${heads.map(() => '---').join('|')}|`)
for (const { page, view, most } of measured) {
  const cells = names.map((name) => {
    const limit = most[name]
    return limit === undefined ? shown(name, view) : `${shown(name, view)} (≤ ${limit})`
  })
  console.log(`| ${[page, ...cells, view.largest].join(' | ')} |`)
}
console.log(`\n${pace.summary}`)
sayScale()

for (const visit of isSmallest ? [] : measured) {
  for (const name of names) {
    const most = visit.most[name]
    if (most === undefined || !isBroken(visit, name, most)) continue
    console.error(
      `${visit.page}: ${figures[name].name} is ${shown(name, visit.view)}, allowed is ${most}`,
    )
    process.exitCode = 1
  }
}
