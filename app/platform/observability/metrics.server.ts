import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { log } from './log.server.ts'

/** What a figure is of: a route, a state, a reason. Never who, and never what a person typed. */
type Labels<Label extends string> = Partial<Record<Label, string>>
type Sample<Label extends string> = { labels: Labels<Label>; value: number }
type Read<Label extends string> = () => Sample<Label>[] | Promise<Sample<Label>[]>

/** Every metric of this process. */
export const register = new Registry()

/** During development a changed module is loaded again, and its metric replaces the earlier one. */
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

/** A figure that is read when Prometheus asks. One that cannot be read now is left out. */
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
      // `reset` would leave a zero where there are no labels.
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
    log.warn('a figure could not be read', { name, reason })
    return []
  }
}

/** All metrics in the text format of Prometheus, version 0.0.4. */
export const metricsText = () => register.metrics()
