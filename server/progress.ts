/** For people at the terminal; logs go to standard error. */
export function say(line = ''): void {
  process.stdout.write(`${line}\n`)
}

export function secondsSince(began: number): string {
  const seconds = (performance.now() - began) / 1000
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`
}

/** Shows a long step with its time so far, on a terminal or in a file. Ends with the time, or "failed". */
export async function showStep<Result>(
  title: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const began = performance.now()
  const { stdout } = process
  const show = () =>
    stdout.write(stdout.isTTY ? `\r${title}… ${secondsSince(began)} ` : ` ${secondsSince(began)}…`)
  stdout.write(`${title}…`)
  const beat = setInterval(show, stdout.isTTY ? 1000 : 10_000)
  const end = (word: string) =>
    stdout.write(`${stdout.isTTY ? `\r${title}…` : ''} ${word} ${secondsSince(began)}   \n`)
  try {
    const result = await work()
    end('done in')
    return result
  } catch (error) {
    end('failed after')
    throw error
  } finally {
    clearInterval(beat)
  }
}
