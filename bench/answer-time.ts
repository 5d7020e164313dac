import { Agent, get } from 'node:http'

/** How often it is asked before it counts, and how often it is then. */
type Rounds = { warmUp: number; rounds: number }

/**
 * The median and the 95th percentile of the time from asking to the last byte of the answer, in ms. An answer other than
 * 200 is refused, so that no fault is praised for its speed.
 */
export async function answerTime(
  url: string,
  cookie: string,
  { warmUp, rounds }: Rounds,
): Promise<{ half: number; tail: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let round = 0; round < warmUp + rounds; round += 1) {
    const time = await ask(url, cookie, agent)
    if (round >= warmUp) times.push(time)
  }
  agent.destroy()
  times.sort((a, b) => a - b)
  const at = (share: number) =>
    times[Math.min(rounds - 1, Math.floor(rounds * share))] ?? Number.POSITIVE_INFINITY
  return { half: at(0.5), tail: at(0.95) }
}

function ask(url: string, cookie: string, agent: Agent): Promise<number> {
  const began = performance.now()
  return new Promise((answered, failed) => {
    const request = get(url, { agent, headers: { cookie, accept: '*/*' } }, (response) => {
      if (response.statusCode !== 200) failed(new Error(`${url} answered ${response.statusCode}`))
      response.resume().once('end', () => answered(performance.now() - began))
    })
    request.once('error', failed)
  })
}
