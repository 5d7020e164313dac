import { log } from './log.server.ts'

/** What a figure is of: a route, a state, a reason. Never who, and never what somebody typed. */
type Labels = Readonly<Record<string, string>>
type Sample = { labels: Labels; value: number }
type Kind = 'counter' | 'gauge' | 'histogram'

/** Families in the order they were made, each with its lines in the text format of Prometheus. */
const families: {
  name: string
  help: string
  kind: Kind
  lines: () => string[] | Promise<string[]>
}[] = []

/** Of labels that are used again and again, such as those of an answer: writing them took longer than counting. */
const written = new WeakMap<Labels, string>()

function textOf(labels: Labels): string {
  const known = written.get(labels)
  if (known !== undefined) return known
  const pairs = Object.entries(labels).map(
    ([name, value]) => `${name}="${value.replace(/[\\"\n]/g, escaped)}"`,
  )
  const text = pairs.length > 0 ? `{${pairs.join(',')}}` : ''
  written.set(labels, text)
  return text
}

const escaped = (sign: string) => (sign === '\n' ? '\\n' : `\\${sign}`)

/** A figure that only grows while the process lives, one for each set of labels. */
export function counter(
  name: string,
  help: string,
): { add: (labels: Labels, by?: number) => void } {
  const sums = new Map<string, number>()
  families.push({
    name,
    help,
    kind: 'counter',
    lines: () => [...sums].map(([of, sum]) => `${name}${of} ${sum}`),
  })
  return {
    add: (labels, by = 1) => {
      const of = textOf(labels)
      sums.set(of, (sums.get(of) ?? 0) + by)
    },
  }
}

/** A figure as it is now, read when somebody asks; `counter` where it is one that the system keeps. */
export function reading(
  name: string,
  help: string,
  read: () => Sample[] | Promise<Sample[]>,
  kind: Exclude<Kind, 'histogram'> = 'gauge',
): void {
  const lines = async () =>
    (await read()).map(({ labels, value }) => `${name}${textOf(labels)} ${value}`)
  families.push({ name, help, kind, lines })
}

type Counts = { labels: Labels; upTo: number[]; count: number; sum: number }

/** How often a figure was at most each of `bounds`, one for each set of labels: Prometheus makes quantiles of it. */
export function histogram(
  name: string,
  help: string,
  bounds: number[],
): { observe: (labels: Labels, value: number) => void } {
  const seen = new Map<string, Counts>()
  const linesOf = ({ labels, upTo, count, sum }: Counts) => [
    ...bounds.map(
      (bound, place) => `${name}_bucket${textOf({ ...labels, le: String(bound) })} ${upTo[place]}`,
    ),
    `${name}_bucket${textOf({ ...labels, le: '+Inf' })} ${count}`,
    `${name}_sum${textOf(labels)} ${sum}`,
    `${name}_count${textOf(labels)} ${count}`,
  ]
  families.push({ name, help, kind: 'histogram', lines: () => [...seen.values()].flatMap(linesOf) })
  return {
    observe: (labels, value) => {
      const of = textOf(labels)
      const counts = seen.get(of) ?? { labels, upTo: bounds.map(() => 0), count: 0, sum: 0 }
      counts.count += 1
      counts.sum += value
      bounds.forEach((bound, place) => {
        if (value <= bound) counts.upTo[place] = (counts.upTo[place] ?? 0) + 1
      })
      seen.set(of, counts)
    },
  }
}

/** All figures in the text format of Prometheus, version 0.0.4. One that cannot be read now is left out. */
export async function metricsText(): Promise<string> {
  const texts = await Promise.all(
    families.map(async ({ name, help, kind, lines }) => {
      try {
        return [`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...(await lines()), ''].join(
          '\n',
        )
      } catch (fault) {
        log.warn('a figure could not be read', {
          name,
          reason: fault instanceof Error ? fault.message : String(fault),
        })
        return ''
      }
    }),
  )
  return texts.join('')
}
