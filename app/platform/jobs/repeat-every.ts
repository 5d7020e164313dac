import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Does something again and again until stopped, `everyMs` milliseconds after it was done; `stop` waits for what is under
 * way. A fault goes to `tell`, and the next turn comes all the same.
 */
export function repeatEvery(
  everyMs: number,
  turn: () => Promise<void>,
  tell: (reason: string) => void,
): { stop: () => Promise<void> } {
  const stopping = Promise.withResolvers<'stopped'>()
  const go = async () => {
    for (let state: 'stopped' | undefined; state !== 'stopped'; ) {
      await turn().catch((fault) => tell(fault instanceof Error ? fault.message : String(fault)))
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
