import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { inDatabaseOf } from './running-database.ts'
import { withServer } from './running-server.ts'
import { isSmallest, sayScale, scaled } from './scale.ts'
import { administrator, signIn } from './sign-in.ts'

// How much memory an upload takes: the peak of a fresh server's resident memory while it receives 50 MB, and another's
// while it receives 200 MB. Reads /proc, so it runs on Linux. Ends non-zero when a budget of the issue is broken.

const million = 1_000_000
const mostRiseMb = 120
const mostRatio = 1.2

const raised = `update app.installation set upload_limit_bytes = ${300 * million}`

/** A form with a file of this size, made while it is sent. */
async function upload(address: string, cookie: string, bytes: number): Promise<void> {
  const boundary = randomUUID()
  const fields = {
    key: randomUUID(),
    title: 'Large',
    documentType: 'legal',
    projectId: '',
    audience: 'project',
  }
  const text = Object.entries(fields).map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const head = `${text.join('')}--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="large.pdf"\r\n\r\n%PDF-1.7\n`
  const tail = `\r\n--${boundary}--\r\n`
  const block = Buffer.alloc(65_536, 'x')
  async function* body() {
    yield head
    for (let left = bytes; left > 0; left -= block.length)
      yield block.subarray(0, Math.min(left, block.length))
    yield tail
  }
  const sending = request(`${address}/admin-dashboard/documents/new`, {
    method: 'POST',
    headers: {
      cookie,
      origin: address,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
  const answered = new Promise<number>((done, failed) => {
    sending.once('error', failed).once('response', (response) => {
      response.resume()
      done(response.statusCode ?? 0)
    })
  })
  await pipeline(Readable.from(body()), sending)
  if ((await answered) !== 303) throw new Error(`The upload answered ${await answered}`)
}

/** The most resident memory since it was last forgotten, in MB. */
async function peakOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1000
}

function measure(bytes: number) {
  return withServer(async ({ process: server, address, dataDir }) => {
    await inDatabaseOf(dataDir, (client) => client.query(raised))
    const cookie = await signIn(address, administrator)
    await fetch(`${address}/admin-dashboard/documents`, { headers: { cookie } }).then((page) =>
      page.text(),
    )
    await writeFile(`/proc/${server.pid}/clear_refs`, '5')
    const before = await peakOf(server)
    await upload(address, cookie, bytes)
    const peak = await peakOf(server)
    console.log(
      `${bytes / million} MB: peak ${peak.toFixed(0)} MB, ${(peak - before).toFixed(0)} MB above ${before.toFixed(0)} MB`,
    )
    return { peak, rise: peak - before }
  })
}

const small = await measure(scaled(50, 1) * million)
const large = await measure(scaled(200, 2) * million)
const ratio = large.peak / small.peak
console.log(`The peak of the larger is ${ratio.toFixed(2)} times that of the smaller.`)
sayScale()
if (!isSmallest && (large.rise >= mostRiseMb || ratio > mostRatio)) {
  console.error(`Allowed are ${mostRiseMb} MB above the start, and ${mostRatio} times.`)
  process.exitCode = 1
}
