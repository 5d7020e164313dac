import pg from 'pg'
import {
  type DatabaseAddress,
  readDatabaseAddress,
  type Server,
  tlsOf,
} from './database-address.ts'

/** `session` is set on every connection before its first use. */
export type DatabaseSettings = pg.ClientConfig & {
  servers: DatabaseAddress['servers']
  kind: DatabaseAddress['kind']
  session?: Record<string, string>
}

const searchMs = 3_000

type Found = { search: Promise<Server>; users: Set<pg.Client> }
/** What is used of each list of hosts, while a connection to it is open. */
const found = new Map<string, Found>()

/** No server of an address can be used; the message says why for each. */
export class NoServer extends Error {}

/** Settings for a client of this address; `login` replaces its user and password. Reads the certificates of the address. */
export function databaseSettings(
  text: string,
  login: { user?: string; password?: string } = {},
): DatabaseSettings {
  const address = readDatabaseAddress(text)
  const { servers, parameters, user, password, database } = address
  const [seconds, ssl] = [parameters.get('connect_timeout'), tlsOf(address)]
  const own: Record<string, string | undefined> = {
    application_name: parameters.get('application_name'),
    options: parameters.get('options')?.trim(),
  }
  return {
    servers,
    kind: address.kind ?? (servers.length > 1 ? 'writable' : null),
    ...servers[0],
    user,
    password,
    database,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
    ...(ssl !== undefined && { ssl }),
    ...(parameters.get('sslnegotiation') === 'direct' && { sslnegotiation: 'direct' }),
    ...(parameters.get('channel_binding') === 'prefer' && { enableChannelBinding: true }),
    ...(seconds && { connectionTimeoutMillis: Number(seconds) * 1_000 }),
    ...login,
  }
}

/**
 * A client that finds the usable one of several servers, as libpq does with `target_session_attrs`: all are asked at the
 * same time, the first to answer is used, and used again until a connection to it fails or is lost.
 */
export class DatabaseClient extends pg.Client {
  readonly #settings: DatabaseSettings
  #server: Server
  #known: Found | undefined

  constructor(settings: DatabaseSettings) {
    super(settings)
    this.#settings = settings
    this.#server = settings.servers[0]
    // The query of a lost connection is rejected as well.
    this.on('error', () => this.#forget(true))
    this.on('end', () => this.#forget(false))
  }

  override connect(): Promise<this>
  override connect(callback: (error: Error) => void): void
  override connect(callback?: (error: Error) => void): Promise<this> | undefined {
    const opening = this.#open()
    if (!callback) return opening
    opening.then(() => (callback as () => void)(), callback)
    return undefined
  }

  async #open(): Promise<this> {
    const { servers } = this.#settings
    if (servers.length > 1) {
      this.#server = await serverOf(this.#settings)
      this.#known = found.get(keyOf(this.#settings))
    }
    const { host, port } = this.#server
    if (host) this.host = host
    if (port) this.port = port
    try {
      await super.connect()
      await this.#prepare()
      this.#known?.users.add(this)
    } catch (fault) {
      this.#forget(true)
      void super.end()
      throw fault
    }
    return this
  }

  /** The next connection searches again, unless another was found since. */
  #forget(isLost: boolean): void {
    const key = keyOf(this.#settings)
    const known = this.#known
    known?.users.delete(this)
    if (known && found.get(key) === known && (isLost || known.users.size === 0)) found.delete(key)
  }

  /** Within the time of a connection: the server may stop answering now. */
  async #prepare(): Promise<void> {
    const { kind, session = {}, connectionTimeoutMillis = 0 } = this.#settings
    const wanted = Object.entries(session)
    if (!kind && wanted.length === 0) return
    const expire = () => this.connection.stream.destroy(new Error('timeout expired'))
    const timer = connectionTimeoutMillis ? setTimeout(expire, connectionTimeoutMillis) : undefined
    try {
      const set = wanted.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, false)`)
      const reads = "current_setting('transaction_read_only') = 'on' as reads"
      const { rows } = await this.query<{ reads: boolean }>(
        `select ${[reads, ...set].join(', ')}`,
        wanted.flat(),
      )
      refuseOtherKind(kind, this.#server, rows[0]?.reads)
    } finally {
      clearTimeout(timer)
    }
  }
}

/** A client of an address with one or several hosts; `more` wins over the address. */
export function databaseClient(text: string, more: Partial<DatabaseSettings> = {}): DatabaseClient {
  return new DatabaseClient({ ...databaseSettings(text), ...more })
}

const nameOf = ({ host = 'localhost', port = 5432 }: Server) => `${host}:${port}`

function refuseOtherKind(kind: DatabaseSettings['kind'], server: Server, reads?: boolean): void {
  if (kind === null || reads === (kind === 'read-only')) return
  const reason = reads ? 'is read-only, like a standby' : 'is writable, so it is not a standby'
  throw new NoServer(`${nameOf(server)} ${reason}`)
}

const keyOf = ({ servers, kind }: DatabaseSettings) => [kind, ...servers.map(nameOf)].join(' ')

async function serverOf(settings: DatabaseSettings): Promise<Server> {
  const key = keyOf(settings)
  const known = found.get(key) ?? { search: findServer(settings), users: new Set<pg.Client>() }
  found.set(key, known)
  try {
    return await known.search
  } catch (fault) {
    if (found.get(key) === known) found.delete(key)
    throw fault
  }
}

async function findServer(settings: DatabaseSettings): Promise<Server> {
  const limit = Math.min(settings.connectionTimeoutMillis || searchMs, searchMs)
  const attempt = async (server: Server) => {
    const { session: _, ...rest } = settings
    const client = new DatabaseClient({
      ...rest,
      ...server,
      // A pool hides it.
      password: settings.password,
      servers: [server],
      connectionTimeoutMillis: limit,
    })
    await client.connect()
    void client.end()
    return server
  }
  const attempts = settings.servers.map(attempt)
  try {
    return await Promise.any(attempts)
  } catch {
    const outcomes = await Promise.allSettled(attempts)
    const reasons = outcomes.map((outcome, at) => {
      const fault = outcome.status === 'rejected' ? outcome.reason : null
      if (fault instanceof NoServer) return fault.message
      return `${nameOf(settings.servers[at] ?? settings.servers[0])}: ${wordsOf(fault)}`
    })
    throw new NoServer(reasons.join('; '))
  }
}

/** Combined errors of a host's several addresses have no message of their own. */
export function wordsOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(wordsOf).join('; ')
  return error instanceof Error ? error.message : String(error)
}
