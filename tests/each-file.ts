import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { asSuperuser, beginAnew, endIdleSuperusers } from './database.ts'

await beginAnew()

// Imported only now: the bundle reads its configuration while it is loaded.
const { endIdleConnections } = await import('../app/platform/database/connections.server.ts')
const { registerReactions } = await import('../app/platform/events.server.ts')
const { stopEnqueueing } = await import('../app/platform/jobs/jobs.server.ts')
const { stopListening } = await import('../app/platform/http/live.server.ts')
const { flushRepeatedLines } = await import('../app/platform/observability/log.server.ts')
const { setClock } = await import('../app/platform/clock.server.ts')
const { reactions } = await import('../app/reactions/reactions.server.ts')
registerReactions(reactions)

const complaints: string[] = []
beforeEach(() => {
  complaints.length = 0
  flushRepeatedLines()
  vi.spyOn(console, 'error').mockImplementation((...words) =>
    complaints.push(words.map(String).join(' ')),
  )
})
afterEach(() => {
  setClock()
  vi.restoreAllMocks()
  if (complaints.length > 0)
    throw new Error(`An unexpected console.error:\n${complaints.join('\n')}`)
})

/** Passwords, their hashes, tokens and links must never stand in the audit log, whatever a file's tests did. */
const secretsLogged = `select subject, before, after from app.audit_log where concat(before::text, after::text)
  ~ '\\$argon2|quarry-lantern|"(password|token|token_hash|secret|code)": "(?!changed")|/invitation/'`

afterAll(async () => {
  const { rows } = await asSuperuser((client) => client.query(secretsLogged))
  await stopListening()
  await stopEnqueueing()
  await endIdleConnections()
  await endIdleSuperusers()
  if (rows.length > 0) throw new Error(`Secrets in the audit log: ${JSON.stringify(rows)}`)
})
