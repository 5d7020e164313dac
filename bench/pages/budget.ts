import type { Pace } from '../pace.ts'
import { isSmallest } from '../scale.ts'
import type { FirstView } from './first-view.ts'
import type { Scores } from './lighthouse.ts'

/** One page as it was measured. Lighthouse refuses a page that is answered 404. */
export type Measured = { path: string; view: FirstView; serverMs: number; scores: Scores | null }

/** 1 KB is 1000 bytes. */
const kb = (bytes: number) => bytes / 1000

type Budget = {
  name: string
  of: (page: Measured) => number | null
  allows: (value: number) => boolean
  limit: string
  digits?: number
  /** A time is judged by how slow the machine is, what depends on times not at all at the smallest scale. */
  kind?: 'time' | 'by times'
}

const atLeast = (least: number) => ({
  allows: (value: number) => value >= least,
  limit: `at least ${least}`,
})
const atMost = (most: number) => ({
  allows: (value: number) => value <= most,
  limit: `at most ${most}`,
})
const below = (most: number) => ({
  allows: (value: number) => value < most,
  limit: `below ${most}`,
})

/** The budgets of the public site, in the order of the table's columns; sizes in KB on the wire, heads included. */
const budgets: Budget[] = [
  {
    name: 'performance',
    of: ({ scores }) => scores?.performance ?? null,
    ...atLeast(98),
    kind: 'by times',
  },
  { name: 'accessibility', of: ({ scores }) => scores?.accessibility ?? null, ...atLeast(100) },
  { name: 'best practices', of: ({ scores }) => scores?.practices ?? null, ...atLeast(100) },
  { name: 'SEO', of: ({ scores }) => scores?.seo ?? null, ...atLeast(100) },
  { name: 'first view', of: ({ view }) => kb(view.eager), ...atMost(260), digits: 1 },
  { name: 'until idle', of: ({ view }) => kb(view.all), ...atMost(450), digits: 1 },
  { name: 'JavaScript', of: ({ view }) => kb(view.script), ...atMost(108), digits: 1 },
  { name: 'CSS', of: ({ view }) => kb(view.style), ...atMost(15), digits: 1 },
  { name: 'fonts', of: ({ view }) => kb(view.font), ...atMost(28), digits: 1 },
  {
    name: 'LCP picture',
    of: ({ view }) => (view.largestPicture ? kb(view.largestPicture.bytes) : null),
    ...atMost(60),
    digits: 1,
  },
  {
    name: 'document',
    of: ({ view }) => kb(view.document),
    allows: () => true,
    limit: '',
    digits: 1,
  },
  {
    name: 'CLS',
    of: ({ view, scores }) => Math.max(view.shift, scores?.shift ?? 0),
    ...atMost(0.01),
    digits: 3,
  },
  { name: 'third party', of: ({ view }) => view.foreign.length, ...atMost(0) },
  { name: 'server ms', of: ({ serverMs }) => serverMs, ...below(5), digits: 1, kind: 'time' },
]

/** A table in Markdown, for the terminal and docs/performance.md. */
export function tableOf(pages: Measured[]): string {
  const cells = [
    ['page', ...budgets.map(({ name }) => name)],
    [
      'budget',
      ...budgets.map(({ limit }) =>
        limit.replace('at least ', '≥ ').replace('at most ', '≤ ').replace('below ', '< '),
      ),
    ],
    ...pages.map((page) => [page.path, ...budgets.map((budget) => shown(budget, page))]),
  ]
  const widths =
    cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? []
  const [head = '', ...rows] = cells.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`,
  )
  return [head, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...rows].join('\n')
}

function shown({ of, digits = 0 }: Budget, page: Measured): string {
  const value = of(page)
  return value === null ? '–' : value.toFixed(digits)
}

/** What is over budget, a line each. */
export function brokenBudgets(pages: Measured[], pace: Pace): string[] {
  return pages.flatMap((page) => [
    ...budgets
      .filter(({ of, allows, kind }) => {
        const value = of(page)
        if (value === null || (kind !== undefined && isSmallest)) return false
        return !allows(kind === 'time' ? value / pace.factor : value)
      })
      .map(
        (budget) =>
          `${page.path}: ${budget.name} is ${shown(budget, page)}, allowed is ${budget.limit}`,
      ),
    ...page.view.foreign.map((url) => `${page.path}: asks ${url}`),
    ...(page.scores?.faults ?? []).map((fault) => `${page.path}: Lighthouse finds ${fault}`),
  ])
}
