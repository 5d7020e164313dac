import { setTimeout as sleep } from 'node:timers/promises'

/** Repeats a task with a pause until stopped; `stop` waits for it. Errors go to `onError` and do not end it. */
export function repeatEvery(
  everyMs: number,
  turn: () => Promise<void>,
  onError: (reason: string) => void,
): { stop: () => Promise<void> } {
  const stopping = Promise.withResolvers<'stopped'>()
  const go = async () => {
    for (let state: 'stopped' | undefined; state !== 'stopped'; ) {
      await turn().catch((fault) => onError(fault instanceof Error ? fault.message : String(fault)))
      state = await Promise.race([sleep(everyMs, undefined, { ref: false }), stopping.promise])
    }
  }
  const ended = go()
  return {
    stop: () => {
      stopping.resolve('stopped')
      return ended
    },
  }
}
