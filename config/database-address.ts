import { readFileSync } from 'node:fs'
import type { ConnectionOptions } from 'node:tls'
import { WrongValue } from './config-values.ts'

/** A host name, an address or the folder of a socket. */
export type Server = { host: string | undefined; port: number | undefined }

/** `kind` is what a connection must be able to do: null accepts any server. */
export type DatabaseAddress = {
  servers: [Server, ...Server[]]
  kind: 'writable' | 'read-only' | null
  user: string | undefined
  password: string | undefined
  database: string | undefined
  parameters: ReadonlyMap<string, string>
}

const example = 'must be an address like postgresql://user:password@host:5432/database'
const hostExample = 'must name hosts like db1.example.com:5432,db2.example.com:5432.'
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full', 'no-verify']
const kinds = {
  any: null,
  'read-write': 'writable',
  primary: 'writable',
  'read-only': 'read-only',
  standby: 'read-only',
} as const

const accepted: Record<string, (value: string) => boolean> = {
  host: (value) => value !== '',
  port: (value) => value !== '',
  user: (value) => value !== '',
  password: () => true,
  sslmode: (value) => sslModes.includes(value),
  sslrootcert: (value) => value !== '',
  sslcert: (value) => value !== '',
  sslkey: (value) => value !== '',
  sslnegotiation: (value) => value === 'postgres' || value === 'direct',
  target_session_attrs: (value) => value in kinds,
  connect_timeout: (value) => /^[1-9]\d?$/.test(value),
  application_name: (value) => /^[\x20-\x7e]{1,63}$/.test(value),
  options: (value) => value.trim() !== '',
  channel_binding: (value) => value === 'prefer' || value === 'disable',
}
const hints: Record<string, string> = {
  sslmode: `one of ${sslModes.join(', ')}`,
  sslnegotiation: 'postgres or direct',
  target_session_attrs: `one of ${Object.keys(kinds).join(', ')}`,
  connect_timeout: 'seconds from 1 to 99',
  application_name: 'up to 63 printable characters',
  channel_binding: 'prefer or disable; sslmode=verify-full checks the server instead of require',
}

/** Reads a connection address of libpq with one or several hosts. Throws a WrongValue without the address. */
export function readDatabaseAddress(text: string): DatabaseAddress {
  const parts =
    /^postgres(?:ql)?:\/\/(?:([^/?#]*)@)?([^/?#@]*)(?:\/([^/?#]*))?(?:\?([^#]*))?$/.exec(text)
  if (!parts) throw new WrongValue(example)
  const [, login = '', authority = '', database = '', query = ''] = parts
  const pairs = authority.split(',').map(readHost)
  const parameters = readParameters(query)
  const colon = login.indexOf(':')
  const user = colon < 0 ? login : login.slice(0, colon)
  const password = colon < 0 ? '' : login.slice(colon + 1)
  const servers = readServers(pairs, parameters)
  const attributes = parameters.get('target_session_attrs') as keyof typeof kinds | undefined
  return {
    servers,
    kind: attributes ? kinds[attributes] : null,
    user: parameters.get('user') ?? (decoded(user) || undefined),
    password: parameters.get('password') ?? (decoded(password) || undefined),
    database: decoded(database) || undefined,
    parameters,
  }
}

/** The address of a database that is written to. */
export function asDatabaseUrl(text: string): string {
  if (readDatabaseAddress(text).kind !== 'read-only') return text
  throw new WrongValue(
    'must have target_session_attrs as read-write or primary: the product writes to it.',
  )
}

/** The address of a standby, or of several. */
export function asReplicaUrl(text: string): string {
  const { kind, servers } = readDatabaseAddress(text)
  if (kind === 'read-only' || (kind === null && servers.length === 1)) return text
  throw new WrongValue('must have target_session_attrs as standby or read-only.')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new WrongValue(`${example}; write % as %25.`)
  }
}

function readParameters(query: string): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(query)) {
    refuseParameter(name, value)
    if (parameters.has(name)) throw new WrongValue(`must name ${name} once.`)
    parameters.set(name, value)
  }
  refuseContradictions(parameters)
  return parameters
}

function refuseParameter(name: string, value: string): void {
  const isAccepted = Object.hasOwn(accepted, name) ? accepted[name] : undefined
  if (!isAccepted) {
    // Part of a password may be here when its ? was not encoded.
    const shown = /^[a-z_]{1,40}$/.test(name) ? `the parameter ${name}` : 'an unknown parameter'
    throw new WrongValue(`must not have ${shown}; it may have ${Object.keys(accepted).join(', ')}.`)
  }
  if (!isAccepted(value)) throw new WrongValue(`must have ${name} as ${hints[name] ?? 'a value'}.`)
}

function refuseContradictions(parameters: ReadonlyMap<string, string>): void {
  const tls = [...parameters.keys()].filter((name) => name.startsWith('ssl'))
  if (parameters.get('sslmode') === 'verify-ca' && !parameters.has('sslrootcert'))
    throw new WrongValue('must name the sslrootcert that sslmode=verify-ca checks.')
  if (parameters.has('sslcert') !== parameters.has('sslkey'))
    throw new WrongValue('must have sslcert and sslkey, or neither.')
  if (parameters.get('sslmode') === 'disable' && tls.length > 1)
    throw new WrongValue(
      `must not have ${tls.filter((n) => n !== 'sslmode').join(', ')} with sslmode=disable.`,
    )
}

/** Several hosts with a port each; one port counts for all, as in libpq. */
function readServers(
  pairs: { host: string; port: string }[],
  parameters: ReadonlyMap<string, string>,
): DatabaseAddress['servers'] {
  const hosts = parameters.get('host')?.split(',') ?? pairs.map(({ host }) => host)
  const named = parameters.get('port')?.split(',') ?? pairs.map(({ port }) => port)
  const ports = named.length === 1 ? hosts.map(() => named[0]) : named
  if (ports.length !== hosts.length && parameters.has('host') && !parameters.has('port'))
    throw new WrongValue('must name its hosts before the database or in host, not in both.')
  if (ports.length !== hosts.length)
    throw new WrongValue('must name one port, or one for each host.')
  const servers = hosts.map((host, at) => ({ host: host || undefined, port: asPort(ports[at]) }))
  if (servers.some(({ host = '' }) => !/^(\/[^,\p{Cc}]*|[\w.:-]*)$/u.test(host)))
    throw new WrongValue(hostExample)
  if (servers.length > 1 && servers.some(({ host }) => !host))
    throw new WrongValue('must name a host between any two commas.')
  const [first, ...others] = servers
  if (!first) throw new WrongValue(example)
  return [first, ...others]
}

function readHost(text: string): { host: string; port: string } {
  const parts = /^(?:\[([\da-f:.]+)\]|([\w.%-]*))(?::(\d*))?$/i.exec(text)
  if (!parts) throw new WrongValue(hostExample)
  return { host: parts[1] ?? decoded(parts[2] ?? ''), port: parts[3] ?? '' }
}

function asPort(text: string | undefined): number | undefined {
  if (!text) return undefined
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port > 0 && port < 65_536) return port
  throw new WrongValue('must name ports from 1 to 65535.')
}

/** Undefined without a parameter for TLS: then there is none. Reads the certificates, which may be missing. */
export function tlsOf({ parameters }: DatabaseAddress): false | ConnectionOptions | undefined {
  const mode = parameters.get('sslmode')
  if (mode === 'disable') return false
  const [ca, cert, key] = ['sslrootcert', 'sslcert', 'sslkey'].map((name) => parameters.get(name))
  const isDirect = parameters.get('sslnegotiation') === 'direct'
  if (!mode && !ca && !cert && !isDirect) return undefined
  return {
    ...(ca && ca !== 'system' && { ca: readFileSync(ca, 'utf8') }),
    ...(cert && { cert: readFileSync(cert, 'utf8') }),
    ...(key && { key: readFileSync(key, 'utf8') }),
    ...(mode === 'no-verify' && { rejectUnauthorized: false }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  }
}
