import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WrongValue } from './config-values.ts'
import { asDatabaseUrl, asReplicaUrl, readDatabaseAddress } from './database-address.ts'
import { databaseSettings } from './database-client.ts'

const servers = (text: string) =>
  readDatabaseAddress(text).servers.map(({ host, port }) => `${host}:${port}`)

function refusal(text: string, read: (text: string) => unknown = asDatabaseUrl): string {
  try {
    read(text)
    return ''
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error
    return error.message
  }
}

describe('an address of the database', () => {
  test.each([
    ['postgresql://u:p@h1:5432,h2:5433/db', ['h1:5432', 'h2:5433']],
    ['postgres://h1,h2:6000/db', ['h1:undefined', 'h2:6000']],
    ['postgresql://u@[::1]:5432,127.0.0.1:5433/db', ['::1:5432', '127.0.0.1:5433']],
    ['postgresql:///db?host=h1,h2&port=5432,5433', ['h1:5432', 'h2:5433']],
    ['postgresql:///db?host=h1,/run/postgresql&port=5432', ['h1:5432', '/run/postgresql:5432']],
    ['postgresql://u@localhost/db?host=%2Frun%2Fpostgresql', ['/run/postgresql:undefined']],
    ['postgresql://%2Frun%2Fpostgresql/db', ['/run/postgresql:undefined']],
    ['postgresql://u:a@b@h1/db', ['h1:undefined']],
  ])('OPS-001 %s names its servers', (text, expected) => {
    expect(servers(text)).toEqual(expected)
    expect(refusal(text)).toBe('')
  })

  test('OPS-001 user, password and database are decoded', () => {
    const text = 'postgresql://an%40na:p%2Fw%25%20,@h1,h2/my%20db?application_name=office'
    expect(databaseSettings(text)).toMatchObject({
      user: 'an@na',
      password: 'p/w% ,',
      database: 'my db',
      application_name: 'office',
      kind: 'writable',
      keepAlive: true,
    })
    expect(databaseSettings(text, { user: 'web', password: 'other' })).toMatchObject({
      user: 'web',
      password: 'other',
    })
  })

  test.each([
    ['sslmode=disable', false],
    ['sslmode=require', {}],
    ['sslmode=verify-full&sslrootcert=system', {}],
    ['sslmode=no-verify', { rejectUnauthorized: false }],
    ['sslnegotiation=direct', {}],
    ['sslnegotiation=postgres', undefined],
    ['connect_timeout=7', undefined],
  ])('OPS-002 the parameters %s are followed', (query, ssl) => {
    expect(databaseSettings(`postgresql://h1/db?${query}`).ssl).toEqual(ssl)
  })

  test('OPS-002 a time limit, options and the channel are taken over', () => {
    const query = 'connect_timeout=7&options=-c%20geqo%3Doff%20&channel_binding=prefer'
    expect(databaseSettings(`postgresql://h1/db?${query}`)).toMatchObject({
      connectionTimeoutMillis: 7_000,
      options: '-c geqo=off',
      enableChannelBinding: true,
    })
  })

  test.each([
    ['mysql://h/db', 'must be an address like postgresql://user:password@host:5432/database'],
    ['postgresql://h/db#more', 'must be an address like'],
    ['postgresql://u:hunter2%@h/db', 'write % as %25.'],
    ['postgresql://u:hunter2?x@h/db', 'must name hosts like'],
    ['postgresql://u:1?hunter2@h/db', 'must not have an unknown parameter'],
    ['postgresql://h1,,h2/db', 'must name a host between any two commas.'],
    ['postgresql://h1:0/db', 'must name ports from 1 to 65535.'],
    ['postgresql://h1:70000/db', 'must name ports from 1 to 65535.'],
    ['postgresql://h 1/db', 'must name hosts like'],
    ['postgresql:///db?host=a,b,c&port=1,2', 'must name one port, or one for each host.'],
    ['postgresql://a,b/db?host=a,b,c', 'must name its hosts before the database or in host'],
    ['postgresql://h/db?sslmode=prefer', 'must have sslmode as one of disable, require'],
    ['postgresql://h/db?sslmode=verify-ca', 'must name the sslrootcert that sslmode=verify-ca'],
    ['postgresql://h/db?sslmode=disable&sslrootcert=x', 'must not have sslrootcert with'],
    ['postgresql://h/db?sslcert=x', 'must have sslcert and sslkey, or neither.'],
    ['postgresql://h/db?sslmode=require&sslmode=disable', 'must name sslmode once.'],
    ['postgresql://h/db?connect_timeout=0', 'must have connect_timeout as seconds from 1 to 99.'],
    ['postgresql://h/db?connect_timeout=2s', 'must have connect_timeout as seconds'],
    ['postgresql://h/db?channel_binding=require', 'must have channel_binding as prefer or'],
    ['postgresql://h/db?target_session_attrs=prefer-standby', 'must have target_session_attrs as'],
    [
      'postgresql://h/db?target_session_attrs=standby',
      'as read-write or primary: the product writes',
    ],
    ['postgresql://h/db?application_name=a%0Ab', 'must have application_name as'],
    ['postgresql://h/db?keepalives=0', 'must not have the parameter keepalives; it may have host'],
    ['postgresql://h/db?toString=1', 'must not have an unknown parameter'],
    ['postgresql://h/db?load_balance_hosts=random', 'the parameter load_balance_hosts;'],
  ])('OPS-002 %s is refused', (text, message) => {
    expect(refusal(text)).toContain(message)
    expect(refusal(text)).not.toContain('hunter2')
  })

  test('OPS-001 several standbys of a replica are named as such', () => {
    const two = 'postgresql://h1,h2/db'
    expect(refusal(two, asReplicaUrl)).toBe(
      'must have target_session_attrs as standby or read-only.',
    )
    for (const kind of ['any', 'read-write', 'primary'])
      expect(refusal(`${two}?target_session_attrs=${kind}`, asReplicaUrl)).not.toBe('')
    expect(refusal(`${two}?target_session_attrs=standby`, asReplicaUrl)).toBe('')
    expect(refusal('postgresql://h1/db', asReplicaUrl)).toBe('')
  })
})

const piece = fc.oneof(
  fc.constantFrom(
    ...['postgresql://', 'postgres:', '//', 'u', ':', 'p', '@', 'h1', ',', '5432', '/', 'db', '?'],
    ...['host=', 'port=', '&', 'sslmode=', 'require', '%', '%2', '%zz', '[', ']', '::1', '#', ' '],
    ...['target_session_attrs=', 'read-write', 'connect_timeout=', '=', '\n', '\0', '__proto__'],
  ),
  fc.string({ maxLength: 6 }),
)

test('OPS-002 whatever is in an address, it is read or refused by a sentence without it', () => {
  const marked = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(marked, fc.boolean(), (text, isWhole) => {
      const address = isWhole ? `postgresql://u:hunter2@${text}` : text
      const reason = refusal(address)
      expect(reason).not.toContain('hunter2')
      if (reason !== '') return
      for (const { host, port } of readDatabaseAddress(address).servers) {
        expect(host ?? 'localhost').not.toMatch(/^$|,/)
        expect(port === undefined || (port > 0 && port < 65_536)).toBe(true)
      }
    }),
    { numRuns: 5_000 },
  )
})
