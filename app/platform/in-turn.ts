/**
 * Lets at most this many of the tasks it is given run at once; the others wait, first come first served. For what is
 * costly and would leave nothing for others.
 */
export function inTurn(most: number): <Result>(task: () => Promise<Result>) => Promise<Result> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
