import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { ObjectStoreSettings } from '../config/store-settings.ts'
import { checkSignatures } from './signature-check.ts'

/** Towards the store, and back from it. */
type Way = 'up' | 'down'
type Mishap = 'cut' | 'cut once' | 'stall'

/** The line between a program and its store: it counts what passes, and something may happen to it after so many bytes. */
export type Line = {
  passed: Record<Way, number>
  /** The first line of each request, like `HEAD /files/ab/… HTTP/1.1`. */
  asked: string[]
  breaks: (way: Way, afterBytes: number, mishap?: Mishap) => void
  restored: () => void
}

export type TestStore = { settings: ObjectStoreSettings; line: Line; stop: () => Promise<void> }

/**
 * An S3 server in its own folder, on a free port of this machine, behind a line that a test may break. s3rver takes any
 * signature of a known key, so there may be a check before it.
 */
export async function startObjectStore({ checksSignatures = false } = {}): Promise<TestStore> {
  const directory = await mkdtemp(join(tmpdir(), 'msingi-objects-'))
  const where = { address: '127.0.0.1', port: 0, silent: true }
  const server = new S3rver({ ...where, directory, configureBuckets: [{ name: 'files' }] })
  const { port } = await server.run()
  const check = checksSignatures ? await checkSignatures(port, settingsOf(port)) : null
  const { line, linePort, hangUp } = await layLine(check?.port ?? port)
  return {
    settings: settingsOf(linePort),
    line,
    stop: async () => {
      await hangUp()
      await check?.stop()
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The key and the secret are those that s3rver knows. */
export const settingsOf = (port: number): ObjectStoreSettings => ({
  endpoint: `http://127.0.0.1:${port}`,
  region: 'us-east-1',
  bucket: 'files',
  accessKeyId: 'S3RVER',
  secretAccessKey: 'S3RVER',
  forcePathStyle: true,
})

async function layLine(port: number) {
  const sockets = new Set<Socket>()
  const passed = { up: 0, down: 0 }
  const requests: string[] = []
  const whole = { way: 'up' as Way, at: Number.POSITIVE_INFINITY, mishap: 'cut' as Mishap }
  let breaking = whole
  const note = (way: Way, chunk: Buffer) => {
    const [request] = /^[A-Z]+ \S+ HTTP\/1\.1/.exec(chunk.toString('latin1', 0, 2_000)) ?? []
    if (way === 'up' && request) requests.push(request)
  }
  const happens = (way: Way, chunk: Buffer): Mishap | null => {
    if (breaking.way !== way || passed[way] + chunk.length <= breaking.at) return null
    const { mishap } = breaking
    if (mishap === 'cut once') breaking = whole
    return mishap
  }
  const pass = (way: Way, from: Socket, to: Socket) => {
    sockets.add(from)
    from.on('data', (chunk: Buffer) => {
      note(way, chunk)
      const mishap = happens(way, chunk)
      if (mishap === 'stall') from.pause()
      else if (mishap) from.destroy()
      if (mishap) return
      passed[way] += chunk.length
      if (to.write(chunk)) return
      from.pause()
      to.once('drain', () => from.resume())
    })
    from.on('error', () => to.destroy())
    from.on('close', () => to.destroy())
  }
  const listener = createServer((program) => {
    const store = connect(port, '127.0.0.1')
    pass('up', program, store)
    pass('down', store, program)
  })
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done))
  const line: Line = {
    passed,
    asked: requests,
    breaks: (way, afterBytes, mishap = 'cut') => {
      breaking = { way, at: passed[way] + afterBytes, mishap }
    },
    restored: () => {
      breaking = whole
      for (const socket of sockets) socket.destroy()
    },
  }
  const hangUp = () => {
    line.restored()
    return new Promise((done) => listener.close(done))
  }
  return { line, linePort: (listener.address() as AddressInfo).port, hangUp }
}
