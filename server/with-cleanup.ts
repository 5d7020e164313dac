import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** How long one thing may take to stop before the next is stopped all the same. */
const longestStopMs = 60_000

/** How what is running now is stopped, in the order in which it was started; each may be called again. */
const steps = new Set<() => Promise<void>>()
/** Codes of the faults that nobody waits for and that end nothing. */
const outlived = new Set<string>()
let isLeaving = false
let isListening = false

/**
 * Starts something, works with it, and stops it, however that ends: also when the program is told to end (SIGINT, SIGTERM,
 * SIGHUP) or breaks down, and also while it still starts. What was started last stops first. The program then ends with 128
 * and the number of the signal, or with 1. `start` and `stop` may not call `during` themselves.
 */
export async function withCleanup<Resource, Result>(
  start: () => Promise<Resource>,
  stop: (resource: Resource) => Promise<unknown>,
  work: (resource: Resource) => Promise<Result>,
): Promise<Result> {
  listen()
  await continueUnlessStopping()
  const starting = start()
  let stopping: Promise<void> | null = null
  const step = () => {
    stopping ??= starting.then(stop, () => undefined).then(() => undefined)
    return stopping
  }
  steps.add(step)
  try {
    const resource = await starting
    await continueUnlessStopping()
    return await work(resource)
  } finally {
    await continueUnlessStopping()
    await step().finally(() => steps.delete(step))
    await continueUnlessStopping()
  }
}

/** Goes on at once, but never once the program is leaving: nothing is started any more then, and nothing printed. */
export function continueUnlessStopping(): Promise<void> {
  return isLeaving ? new Promise(() => undefined) : Promise.resolve()
}

/** Faults of this code that nobody waits for, as they come from a server in this process, do not end the program. */
export function ignoreFault(code: string): void {
  outlived.add(code)
}

function listen(): void {
  if (isListening) return
  isListening = true
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void leave(128 + constants.signals[signal]))
  }
  process.on('uncaughtException', (fault: NodeJS.ErrnoException) => {
    // What breaks because it is being stopped is no news.
    if (isLeaving || outlived.has(fault.code ?? '')) return
    console.error(fault)
    void leave(1)
  })
}

async function leave(code: number): Promise<void> {
  if (isLeaving) return
  isLeaving = true
  if (steps.size > 0) console.error('Stopping…')
  for (const step of [...steps].reverse()) {
    await Promise.race([step(), sleep(longestStopMs)]).catch((fault: unknown) =>
      console.error(fault),
    )
  }
  process.exit(code)
}
