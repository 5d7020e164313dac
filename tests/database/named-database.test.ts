import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { refuseUnreachable, refuseUnwritable } from '../../server/postgres/named-database.ts'

const url = () => new URL(process.env.DATABASE_URL ?? '')
const changed = (change: (url: URL) => void) => {
  const other = url()
  change(other)
  return other.href
}

test('a database that can be spoken to is not refused', async () => {
  await expect(refuseUnreachable(url().href)).resolves.toBeUndefined()
})

test('the product does not start on a database that only reads', async () => {
  await expect(refuseUnwritable(url().href)).resolves.toBeUndefined()
  const standby = changed((other) =>
    other.searchParams.set('options', '-c default_transaction_read_only=on'),
  )
  await expect(refuseUnwritable(standby)).rejects.toThrow(
    'DATABASE_URL: this PostgreSQL is read-only, like a standby.',
  )
  await expect(refuseUnreachable(standby)).resolves.toBeUndefined()
})

test('a wrong DATABASE_URL is refused by its name, with what is wrong and without its password', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => closed.once('listening', listening))
  const address = closed.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await new Promise((done) => closed.close(done))
  await expect(
    refuseUnreachable(`postgres://anna:hunter2@127.0.0.1:${port}/msingi`),
  ).rejects.toThrow(
    `DATABASE_URL: PostgreSQL at 127.0.0.1:${port} cannot be reached (connect ECONNREFUSED 127.0.0.1:${port}).`,
  )
  await expect(
    refuseUnreachable('postgres://anna:hunter2@db/msingi?sslrootcert=/nope/ca.pem'),
  ).rejects.toThrow(/^DATABASE_URL: it cannot be used \(ENOENT: .*\/nope\/ca\.pem'\)\.$/)
  await expect(refuseUnreachable('postgres://anna:hunter2@nowhere.invalid/msingi')).rejects.toThrow(
    /^DATABASE_URL: PostgreSQL at nowhere\.invalid:5432 cannot be reached \(getaddrinfo \w+ nowhere\.invalid\)\.$/,
  )
  await expect(refuseUnreachable(changed((other) => (other.password = 'hunter2')))).rejects.toThrow(
    /^DATABASE_URL: PostgreSQL at .+ does not let the user postgres in \(password authentication failed/,
  )
  await expect(
    refuseUnreachable(changed((other) => (other.pathname = '/nothing'))),
  ).rejects.toThrow(/^DATABASE_URL: PostgreSQL at .+ has no database nothing\.$/)
})
