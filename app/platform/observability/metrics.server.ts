import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { log } from './log.server.ts'

/** Labels such as a route, state or reason, never a person or typed text. */
type Labels<Label extends string> = Partial<Record<Label, string>>
type Sample<Label extends string> = { labels: Labels<Label>; value: number }
type Read<Label extends string> = () => Sample<Label>[] | Promise<Sample<Label>[]>

export const register = new Registry()

/** During development a reloaded module replaces its metric. */
function optionsOf<Label extends string>(name: string, help: string, labelNames: Label[]) {
  register.removeSingleMetric(name)
  return { name, help, labelNames, registers: [register] }
}

export function counter<Label extends string>(name: string, help: string, labelNames: Label[]) {
  return new Counter(optionsOf(name, help, labelNames))
}

export function histogram<Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
  buckets: number[],
) {
  return new Histogram({ ...optionsOf(name, help, labelNames), buckets })
}

/** A gauge read on scrape; left out when it cannot be read. */
export function reading<Label extends string>(
  name: string,
  help: string,
  labelNames: Label[],
  read: Read<Label>,
) {
  return new Gauge({
    ...optionsOf(name, help, labelNames),
    async collect() {
      const samples = await readOrWarn(name, read)
      // `reset` would leave a zero without labels.
      if (labelNames.length === 0) this.remove()
      else this.reset()
      for (const { labels, value } of samples) this.set(labels, value)
    },
  })
}

async function readOrWarn<Label extends string>(name: string, read: Read<Label>) {
  try {
    return await read()
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message : String(fault)
    log.warn('a metric could not be read', { name, reason })
    return []
  }
}

/** All metrics in Prometheus text format 0.0.4. */
export const metricsText = () => register.metrics()
