import { Agent, get } from 'node:http'
import { scaled } from '../scale.ts'

const warmUp = scaled(30, 1)
const measured = scaled(200, 2)

/**
 * The median time from asking for a document to the first byte of its answer, in ms, over one open connection. An answer
 * of another status than the page has is refused, so that no fault is praised for its speed.
 */
export async function serverTime(url: string, status: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (let request = 0; request < warmUp + measured; request += 1) {
    const time = await ask(url, status, agent)
    if (request >= warmUp) times.push(time)
  }
  agent.destroy()
  return times.sort((a, b) => a - b)[measured / 2] ?? Number.POSITIVE_INFINITY
}

function ask(url: string, status: number, agent: Agent): Promise<number> {
  const headers = { 'accept-encoding': 'gzip, deflate, br', accept: 'text/html' }
  const began = performance.now()
  return new Promise((answered, failed) => {
    const request = get(url, { agent, headers }, (response) => {
      const time = performance.now() - began
      if (response.statusCode !== status)
        failed(new Error(`${url} answered ${response.statusCode}`))
      response.resume().once('end', () => answered(time))
    })
    request.once('error', failed)
  })
}
