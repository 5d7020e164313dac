import { type Agent, request } from 'node:http'

/** How long an answer took from asking to its last byte, in ms. Another status than the one expected is a fault. */
export function timeOf(
  agent: Agent,
  url: string,
  status: number,
  form?: Record<string, string>,
  cookie?: string,
): Promise<number> {
  const body = form && new URLSearchParams(form).toString()
  const headers = body
    ? { origin: new URL(url).origin, 'content-type': 'application/x-www-form-urlencoded' }
    : { 'accept-encoding': 'br', accept: 'text/html' }
  const began = performance.now()
  return new Promise((answered, failed) => {
    request(
      url,
      {
        agent,
        headers: { ...headers, ...(cookie ? { cookie } : {}) },
        method: body ? 'POST' : 'GET',
      },
      (response) => {
        if (response.statusCode !== status)
          failed(new Error(`${url} answered ${response.statusCode}`))
        response.resume().once('end', () => answered(performance.now() - began))
      },
    )
      .once('error', failed)
      .end(body)
  })
}

/** The time that this share of all stays within: 0.5 is the median, 0.99 the 99th percentile. */
export function within(share: number, times: number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}
