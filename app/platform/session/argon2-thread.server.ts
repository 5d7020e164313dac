import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'
import type { Options } from '@node-rs/argon2'

type Task = { password: string; settings: Options } | { password: string; stored: string }
type Answer = { id: number; result?: string | boolean; fault?: string }

/**
 * Plain text, so that the bundle needs no second entry. On Linux a thread has its own priority: this one's is low, so
 * that pages do not wait for password hashing.
 */
const source = `
  const { parentPort, workerData } = require('node:worker_threads')
  const { hashSync, verifySync } = require(workerData)
  try {
    const [, thread] = /task\\/(\\d+)$/.exec(require('node:fs').readlinkSync('/proc/thread-self')) ?? []
    if (thread) require('node:os').setPriority(Number(thread), 10)
  } catch {
    // Not Linux, or not allowed.
  }
  parentPort.on('message', ({ id, password, settings, stored }) => {
    try {
      const result = stored === undefined ? hashSync(password, settings) : verifySync(stored, password)
      parentPort.postMessage({ id, result })
    } catch (fault) {
      parentPort.postMessage({ id, fault: String(fault) })
    }
  })`

const argon2 = createRequire(import.meta.url).resolve('@node-rs/argon2')
const waiting = new Map<
  number,
  { done: (result: string | boolean) => void; failed: (fault: Error) => void }
>()
let thread: Worker | null = null
let tasks = 0

function begin(): Worker {
  const worker = new Worker(source, { eval: true, execArgv: [], workerData: argon2 })
  worker.on('message', ({ id, result, fault }: Answer) => {
    const task = waiting.get(id)
    waiting.delete(id)
    if (waiting.size === 0) worker.unref()
    if (result === undefined) task?.failed(new Error(fault))
    else task?.done(result)
  })
  worker.on('error', (fault) => end(fault instanceof Error ? fault : new Error(String(fault))))
  worker.on('exit', () => end(new Error('the password hashing thread ended')))
  return worker
}

/** Rejects the waiting tasks; the next task starts a new thread. */
function end(fault: Error) {
  thread = null
  for (const { failed } of waiting.values()) failed(fault)
  waiting.clear()
}

function inThread(task: Task): Promise<string | boolean> {
  thread ??= begin()
  thread.ref()
  tasks += 1
  const id = tasks
  thread.postMessage({ id, ...task })
  return new Promise((done, failed) => waiting.set(id, { done, failed }))
}

/** argon2id in a worker thread, one password after another. */
export async function argon2Hash(password: string, settings: Options): Promise<string> {
  return String(await inThread({ password, settings }))
}

export async function argon2Verify(stored: string, password: string): Promise<boolean> {
  return (await inThread({ stored, password })) === true
}
