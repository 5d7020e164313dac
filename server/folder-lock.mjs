import { randomBytes } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// Plain JavaScript, because the set-up runs it with any Node.js before anything is installed.

const heartbeat = 2000
const silenceOfTheDead = 15_000

/** @param {string} lock */
async function look(lock) {
  try {
    const [owner, { mtimeMs }] = await Promise.all([
      readFile(join(lock, 'owner'), 'utf8'),
      stat(lock),
    ])
    return { owner, mtimeMs }
  } catch (error) {
    if (error.code === 'ENOENT') return null
    throw error
  }
}

/** @param {string} owner */
function isDead(owner) {
  const [host, pid] = owner.split('\n')
  if (host !== hostname()) return false
  try {
    process.kill(Number(pid), 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** The folder appears together with its owner's name, or not at all. */
async function take(lock) {
  const draft = `${lock}.${randomBytes(6).toString('hex')}`
  await mkdir(draft, { recursive: true })
  await writeFile(join(draft, 'owner'), `${hostname()}\n${process.pid}\n${draft}`)
  try {
    await rename(draft, lock)
    return true
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false
    throw error
  }
}

/** Moves a dead owner's lock away; puts it back if it had changed hands. */
async function clear(lock, owner) {
  const aside = `${lock}.${randomBytes(6).toString('hex')}`
  try {
    await rename(lock, aside)
  } catch (error) {
    if (error.code === 'ENOENT') return
    throw error
  }
  const moved = await look(aside)
  if (moved?.owner !== owner) await rename(aside, lock).catch(() => undefined)
  await rm(aside, { recursive: true, force: true })
}

/**
 * Runs `work` while no other program runs its own under the same lock folder. A lock is stale when its owner is dead, or
 * (in another container) when it has not been touched for fifteen seconds of our watching; no clocks are compared.
 *
 * @template Result
 * @param {string} lock
 * @param {() => void} onWait called once when someone else is at it
 * @param {() => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withFolderLock(lock, onWait, work) {
  await mkdir(dirname(lock), { recursive: true })
  let seen = ''
  let watched = 0
  for (let waits = 0; !(await take(lock)); waits += 1) {
    if (waits === 1) onWait()
    const found = await look(lock)
    const now = found ? `${found.owner} ${found.mtimeMs}` : ''
    watched = now === seen ? watched + 250 : 0
    seen = now
    if (found && (isDead(found.owner) || watched > silenceOfTheDead)) await clear(lock, found.owner)
    else await sleep(250)
  }
  const beat = setInterval(() => {
    const now = new Date()
    utimes(lock, now, now).catch(() => undefined)
  }, heartbeat)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    await rm(lock, { recursive: true, force: true })
  }
}
