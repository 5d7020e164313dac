/**
 * Lets at most this many of the tasks it is given run at once; the others wait, first come first served. For what is
 * costly and would leave nothing for others.
 */
export function inTurn(most: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  const ofAll = inTurnByKey(most)
  return (task) => ofAll('', task)
}

/** The same for each key by itself, such as an account: one that asks for much waits for itself alone. */
export function inTurnByKey(
  most: number,
): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const turns = new Map<string, { running: number; waiting: (() => void)[] }>()
  return async (key, task) => {
    const turn = turns.get(key) ?? { running: 0, waiting: [] }
    turns.set(key, turn)
    if (turn.running >= most) await new Promise<void>((go) => turn.waiting.push(go))
    else turn.running += 1
    try {
      return await task()
    } finally {
      const next = turn.waiting.shift()
      if (next) next()
      else turn.running -= 1
      if (turn.running === 0) turns.delete(key)
    }
  }
}
