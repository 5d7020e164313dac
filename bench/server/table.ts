import type { Figures } from './load.ts'

/**
 * What was measured beside its floor, with its goal if there is one; or why nothing was. `between` are the floor's rows
 * over the product's framework alone, and behind sign-in and row policies as well.
 */
export type Line =
  | {
      what: string
      product: Figures
      floor: Figures
      between?: Between
      goal: number | null
      megabytes: number
    }
  | { what: string; notRun: string }
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
  ...['ratio of the framework alone', 'and of sign-in and policies'],
]
const whole = (figure: number) => figure.toFixed(0)
const ms = (time: number) => `${time.toFixed(1)} ms`
const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`

/** The table of a run, a row for each of its lines. */
export function tableOf(lines: Line[]): string {
  return [row(columns), `|${columns.map(() => '---|').join('')}`, ...lines.map(rowOf)].join('\n')
}

/** What a line of the table comes to, for whoever waits for the others. */
export function summaryOf(line: Line): string {
  if ('notRun' in line) return `${line.what}: not run: ${line.notRun}`
  const { what, product, floor, goal } = line
  const ratio = (product.perSecond / floor.perSecond).toFixed(2)
  const aim = goal === null ? '' : `, goal ${goal}`
  return `${what}: ${whole(product.perSecond)} a second, median ${ms(product.half)}; ${ratio} of the floor${aim}`
}

function rowOf(line: Line): string {
  if ('notRun' in line)
    return row([line.what, `not run: ${line.notRun}`, ...columns.slice(2).map(() => '')])
  const { what, product, floor, between, goal, megabytes } = line
  const ratio = (figures: Figures | undefined) =>
    figures ? (figures.perSecond / floor.perSecond).toFixed(2) : ''
  return row([
    ...[what, whole(product.perSecond), ms(product.half), ms(product.tail), ms(product.last)],
    ...[`${whole(megabytes)} MB`, whole(floor.perSecond), ms(floor.half)],
    ...[ratio(product), goal ?? 'none', ratio(between?.framework), ratio(between?.guarded)],
  ])
}

/** What stayed below its goal, in words. */
export function missedOf(lines: Line[]): string[] {
  return lines.flatMap((line) => {
    if (
      'notRun' in line ||
      line.goal === null ||
      line.product.perSecond >= line.goal * line.floor.perSecond
    )
      return []
    return [`${line.what}: less than ${line.goal} of the floor`]
  })
}
