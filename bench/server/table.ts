import type { Figures } from './load.ts'

/**
 * What was measured next to its floor, with its goal if there is one; or why nothing was. `between` are the floor's rows
 * over the product's framework alone, and behind sign-in and row policies as well. A goal is a share of the floor's
 * throughput, or of that of the server in between.
 */
export type Line =
  | {
      what: string
      product: Figures
      floor: Figures
      between?: Between
      goal: number | null
      goalOf?: 'floor' | 'between'
      megabytes: number
    }
  | { what: string; notRun: string }
type Measured = Exclude<Line, { notRun: string }>
export type Between = { framework: Figures; guarded: Figures }

const columns = [
  ...[
    'what',
    'a second',
    'median',
    '95th',
    '99th',
    'memory',
    'floor: a second',
    'median',
    'ratio',
    'goal',
  ],
  ...['ratio of the framework alone', 'and of the server in between', 'product to that'],
]
const whole = (figure: number) => figure.toFixed(0)
const ms = (time: number) => `${time.toFixed(1)} ms`
const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`

/** The table of a run, a row for each of its lines. */
export function tableOf(lines: Line[]): string {
  return [row(columns), `|${columns.map(() => '---|').join('')}`, ...lines.map(rowOf)].join('\n')
}

/** What a line of the table comes to, for anyone who waits for the others. */
export function summaryOf(line: Line): string {
  if ('notRun' in line) return `${line.what}: not run: ${line.notRun}`
  const { what, product, floor, goal, between } = line
  const share = (of: Figures) => (product.perSecond / of.perSecond).toFixed(2)
  const ofBetween = between ? `, ${share(between.guarded)} of the server in between` : ''
  const aim = goal === null ? '' : `, goal ${goal} of the ${nameOf(line)}`
  return `${what}: ${whole(product.perSecond)} a second, median ${ms(product.half)}; ${share(floor)} of the floor${ofBetween}${aim}`
}

const isOfBetween = ({ goalOf, between }: Measured) => goalOf === 'between' && between !== undefined
const nameOf = (line: Measured) => (isOfBetween(line) ? 'server in between' : 'floor')
const baseOf = (line: Measured) =>
  (line.goalOf === 'between' ? line.between?.guarded : undefined) ?? line.floor

function rowOf(line: Line): string {
  if ('notRun' in line)
    return row([line.what, `not run: ${line.notRun}`, ...columns.slice(2).map(() => '')])
  const { what, product, floor, between, goal, megabytes } = line
  const ratio = (figures: Figures | undefined) =>
    figures ? (figures.perSecond / floor.perSecond).toFixed(2) : ''
  return row([
    ...[what, whole(product.perSecond), ms(product.half), ms(product.tail), ms(product.last)],
    ...[`${whole(megabytes)} MB`, whole(floor.perSecond), ms(floor.half)],
    ...[ratio(product), goal === null ? 'none' : `${goal} of the ${nameOf(line)}`],
    ...[ratio(between?.framework), ratio(between?.guarded)],
    between ? (product.perSecond / between.guarded.perSecond).toFixed(2) : '',
  ])
}

/** What stayed below its goal, in words. */
export function missedOf(lines: Line[]): string[] {
  return lines.flatMap((line) => {
    if (
      'notRun' in line ||
      line.goal === null ||
      line.product.perSecond >= line.goal * baseOf(line).perSecond
    )
      return []
    return [`${line.what}: less than ${line.goal} of the ${nameOf(line)}`]
  })
}
