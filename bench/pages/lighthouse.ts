import { createServer } from 'node:net'
import { chromium, type LaunchOptions } from '@playwright/test'
import lighthouse from 'lighthouse'
import { scaled } from '../scale.ts'

/** Scores out of 100 and the layout shift, as the mobile preset of Lighthouse has them. */
export type Scores = {
  performance: number
  accessibility: number
  practices: number
  seo: number
  shift: number
  /** What cost points outside of performance, by Lighthouse's own names. */
  faults: string[]
}

const runs = scaled(3, 1)
const mostTries = 3

/**
 * The run with the middle performance of three, each in a fresh browser. A fault that any of them found counts:
 * only performance differs from run to run by itself.
 */
export async function medianScores(url: string, launchOptions: LaunchOptions): Promise<Scores> {
  const scores: Scores[] = []
  for (let run = 0; run < runs; run += 1) scores.push(await scoresOf(url, launchOptions))
  const lowest = (of: (scores: Scores) => number) => Math.min(...scores.map(of))
  const [, middle = scores[0]] = scores.toSorted((a, b) => a.performance - b.performance)
  if (!middle) throw new Error('no run')
  return {
    ...middle,
    accessibility: lowest((run) => run.accessibility),
    practices: lowest((run) => run.practices),
    seo: lowest((run) => run.seo),
    faults: [...new Set(scores.flatMap((run) => run.faults))],
  }
}

/** Tried again when Lighthouse asks for it, as it does when a busy browser began its recording too late. */
async function scoresOf(url: string, launchOptions: LaunchOptions, tries = 1): Promise<Scores> {
  const { lhr } = await runLighthouse(url, launchOptions)
  if (!lhr.runtimeError) return readReport(lhr)
  if (tries === mostTries || lhr.runtimeError.code === 'ERRORED_DOCUMENT_REQUEST') {
    throw new Error(lhr.runtimeError.message)
  }
  return scoresOf(url, launchOptions, tries + 1)
}

async function runLighthouse(url: string, launchOptions: LaunchOptions) {
  const port = await freePort()
  const args = [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ ...launchOptions, args })
  try {
    const result = await lighthouse(url, { port, output: 'json', logLevel: 'error' })
    if (!result) throw new Error('no result')
    return result
  } finally {
    await browser.close()
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof lighthouse>>>['lhr']

function readReport({ categories, audits }: Report): Scores {
  const score = (name: string) => Math.round((categories[name]?.score ?? 0) * 100)
  const faultsOf = (name: string) =>
    (categories[name]?.auditRefs ?? [])
      .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    seo: score('seo'),
    shift: audits['cumulative-layout-shift']?.numericValue ?? 0,
    faults: ['accessibility', 'best-practices', 'seo'].flatMap(faultsOf),
  }
}

function freePort(): Promise<number> {
  const server = createServer()
  return new Promise((found, failed) => {
    server.once('error', failed)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => found(port))
    })
  })
}
