import { constants } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

/** Maximum milliseconds to stop one part before the next. */
const longestStopMs = 60_000

/** Stop functions of running parts in order of start; each may be called again. */
const steps = new Set<() => Promise<void>>()
/** Codes of unhandled errors that are ignored. */
const outlived = new Set<string>()
let isLeaving = false
let isListening = false

/**
 * Starts something, works with it and stops it in any case: also on a signal (SIGINT, SIGTERM,
 * SIGHUP), a crash, or during start. The last started stops first. Exits with 128 and the signal's
 * number, or with 1. `start` and `stop` must not call `during`.
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

/** Continues unless the program is stopping, when nothing more may start or be printed. */
export function continueUnlessStopping(): Promise<void> {
  return isLeaving ? new Promise(() => undefined) : Promise.resolve()
}

/** Unhandled errors with this code, from a server in this process, do not end the program. */
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
    // Errors caused by stopping are ignored.
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
