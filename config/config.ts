import { resolve } from 'node:path'
import { type BackupSettings, faultsOfBackups, readBackups } from './backup-settings.ts'
import {
  asCollector,
  asDomain,
  asHost,
  asIssuer,
  asNetworks,
  asOneOf,
  asOrigin,
  asPort,
  asSecret,
  asSender,
  asSmtpUrl,
  asSwitch,
  asWhole,
  WrongValue,
} from './config-values.ts'
import { asDatabaseUrl, asReplicaUrl } from './database-address.ts'
import { readSecretFiles } from './secret-files.ts'
import { type ObjectStoreSettings, type Read, readObjectStore } from './store-settings.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
/** `web` answers requests, `worker` does jobs, `all` both. */
export type Duty = 'web' | 'worker' | 'all'

/** `null` means unset, with a default that depends on other settings. */
export type Config = {
  port: number
  portIsExplicit: boolean
  host: string
  origin: string | null
  dataDir: string
  databaseUrl: string | null
  databaseReplicaUrl: string | null
  duty: Duty
  demo: boolean | null
  appSecret: string | null
  smtpUrl: string | null
  smtpFallbackUrl: string | null
  mailFrom: string
  trustedProxies: string[]
  logLevel: LogLevel
  slowQueryMs: number
  metricsPort: number | null
  metricsHost: string
  metricsToken: string | null
  otlpEndpoint: string | null
  drainSeconds: number
  objectStore: ObjectStoreSettings | null
  provider: ProviderSettings | null
  backups: BackupSettings | null
}

/** An OpenID Connect provider. `tenant` and `domain` are those of the staff, null for any. */
export type ProviderSettings = {
  name: string
  issuer: string
  clientId: string
  clientSecret: string
  tenant: string | null
  domain: string | null
  countsAsSecondFactor: boolean
}

type Environment = Record<string, string | undefined>

/** One sentence per invalid or missing variable. */
export class ConfigError extends Error {
  readonly faults: string[]

  constructor(faults: string[]) {
    super(`The configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`)
    this.name = 'ConfigError'
    this.faults = faults
  }
}

const loopbackHosts = ['127.0.0.1', 'localhost', '::1']
const everyAddress = ['0.0.0.0', '::']
const logLevels: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']
const duties: readonly Duty[] = ['web', 'worker', 'all']

const storeNames = [
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_BUCKET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const

const providerNames = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const

function readProvider(read: Read): ProviderSettings | null {
  const asSaid = (text: string) => text
  const issuer = read('OIDC_ISSUER', asIssuer, null)
  const clientId = read('OIDC_CLIENT_ID', asSaid, null)
  const clientSecret = read('OIDC_CLIENT_SECRET', asSaid, null)
  const settings = {
    name: read('OIDC_NAME', asSaid, 'single sign-on'),
    tenant: read('OIDC_TENANT', asSaid, null),
    domain: read('OIDC_DOMAIN', asDomain, null),
    countsAsSecondFactor: read('OIDC_SECOND_FACTOR', asSwitch, false),
  }
  if (!issuer || !clientId || !clientSecret) return null
  return { ...settings, issuer, clientId, clientSecret }
}

/** Missing settings of a partly configured provider. */
function missingOfProvider(textOf: (name: string) => string | null): string[] {
  const others = ['OIDC_NAME', 'OIDC_TENANT', 'OIDC_DOMAIN', 'OIDC_SECOND_FACTOR']
  if ([...providerNames, ...others].every((name) => textOf(name) === null)) return []
  return providerNames.filter((name) => textOf(name) === null)
}

/** Missing settings of a partly configured store. */
function missingOfStore(textOf: (name: string) => string | null): string[] {
  const missing = storeNames.filter((name) => textOf(name) === null)
  return missing.length === storeNames.length && textOf('S3_FORCE_PATH_STYLE') === null
    ? []
    : missing
}

function contradictionsOfMetrics(config: Config): string[] {
  const { port, metricsPort, metricsHost, metricsToken } = config
  const faults: string[] = []
  const [host, other] = [config.host, metricsHost].map((name) =>
    name === 'localhost' ? '127.0.0.1' : name,
  )
  const sharesAddress =
    host === other || [host, other].some((name) => name && everyAddress.includes(name))
  if (metricsPort === port && port !== 0 && sharesAddress) {
    faults.push(`METRICS_PORT must differ from PORT: both listen on ${metricsHost}.`)
  }
  if (metricsPort !== null && metricsToken === null && !loopbackHosts.includes(metricsHost)) {
    faults.push(
      'METRICS_TOKEN is required with a METRICS_HOST that other machines can reach: at least 32 random characters.',
    )
  }
  return faults
}

/** Settings that need another one, or exclude each other. */
function contradictions(config: Config, textOf: (name: string) => string | null): string[] {
  const faults: string[] = []
  const lacking = missingOfStore(textOf)
  if (lacking.length > 0)
    faults.push(`${lacking.join(', ')} must be set too: an object store needs all of them or none.`)
  const lackingOfProvider = missingOfProvider(textOf)
  if (lackingOfProvider.length > 0)
    faults.push(`${lackingOfProvider.join(', ')} must be set too for signing in by OpenID Connect.`)
  if (textOf('DATABASE_URL') && !textOf('APP_SECRET')) {
    faults.push(
      'APP_SECRET is required with DATABASE_URL: at least 32 random characters, the same on every start.',
    )
  }
  faults.push(...contradictionsOfMetrics(config))
  faults.push(...faultsOfBackups(config.backups, textOf, config))
  if (config.duty !== 'all' && !textOf('DATABASE_URL')) {
    faults.push(
      'DATABASE_URL is required with PROCESS_TYPE: the embedded database belongs to one process, which does all.',
    )
  }
  if (textOf('DATABASE_REPLICA_URL') && !textOf('DATABASE_URL')) {
    faults.push('DATABASE_URL is required with DATABASE_REPLICA_URL: the primary that it follows.')
  }
  if (textOf('SMTP_URL') && !textOf('MAIL_FROM')) {
    faults.push('MAIL_FROM is required with SMTP_URL: the sender that your mail server accepts.')
  }
  if (textOf('SMTP_FALLBACK_URL') && !textOf('SMTP_URL')) {
    faults.push(
      'SMTP_URL is required with SMTP_FALLBACK_URL: the second mail server is used when the first accepts no email.',
    )
  }
  return faults
}

/**
 * Parses an environment; called by server and bundle alike. All problems are collected into one
 * ConfigError. Empty variables count as unset, as compose files leave them.
 */
export function readConfig(environment: Environment): Config {
  const { secrets, faults } = readSecretFiles(environment)
  const hasAllSecrets = faults.length === 0
  const textOf = (name: string) => (secrets[name] ?? environment[name])?.trim() || null

  function read<Value, Default>(
    name: string,
    parse: (text: string) => Value,
    otherwise: Default,
  ): Value | Default {
    const text = textOf(name)
    if (text === null) return otherwise
    try {
      return parse(text)
    } catch (error) {
      if (!(error instanceof WrongValue)) throw error
      faults.push(`${name} ${error.message}`)
      return otherwise
    }
  }

  const config: Config = {
    port: read('PORT', asPort, 3000),
    portIsExplicit: textOf('PORT') !== null,
    host: read('HOST', asHost, '127.0.0.1'),
    origin: read('ORIGIN', asOrigin, null),
    dataDir: resolve(textOf('DATA_DIR') ?? 'data'),
    databaseUrl: read('DATABASE_URL', asDatabaseUrl, null),
    databaseReplicaUrl: read('DATABASE_REPLICA_URL', asReplicaUrl, null),
    duty: read('PROCESS_TYPE', asOneOf(duties), 'all'),
    demo: read('DEMO', asSwitch, null),
    appSecret: read('APP_SECRET', asSecret, null),
    smtpUrl: read('SMTP_URL', asSmtpUrl, null),
    smtpFallbackUrl: read('SMTP_FALLBACK_URL', asSmtpUrl, null),
    mailFrom: read('MAIL_FROM', asSender, 'no-reply@msingi.test'),
    trustedProxies: read('TRUSTED_PROXIES', asNetworks, []),
    logLevel: read('LOG_LEVEL', asOneOf(logLevels), 'info'),
    slowQueryMs: read('SLOW_QUERY_MS', asWhole(0, 600_000, 'milliseconds'), 1000),
    metricsPort: read('METRICS_PORT', asPort, null),
    metricsHost: read('METRICS_HOST', asHost, '127.0.0.1'),
    metricsToken: read('METRICS_TOKEN', asSecret, null),
    otlpEndpoint: read('OTEL_EXPORTER_OTLP_ENDPOINT', asCollector, null),
    drainSeconds: read('DRAIN_SECONDS', asWhole(0, 300, 'seconds'), 0),
    objectStore: readObjectStore(read),
    provider: readProvider(read),
    backups: readBackups(read, { hasDatabaseUrl: textOf('DATABASE_URL') !== null }),
  }
  // A secret whose file cannot be read is not missing.
  if (hasAllSecrets) faults.push(...contradictions(config, textOf))
  if (faults.length > 0) throw new ConfigError(faults)
  return config
}

export function configOfThisProgram(): Config {
  return readConfig(process.env)
}

/** A value replaces the file that would name another. */
const withoutFiles = (settings: Record<string, string>): Environment =>
  Object.fromEntries(Object.keys(settings).map((name) => [`${name}_FILE`, undefined]))

/** The environment of a child process: ours plus `settings`. */
export function environmentWith(settings: Record<string, string>): Environment {
  return { ...process.env, ...withoutFiles(settings), ...settings }
}

/**
 * The only place that changes this process's environment. Values known after the start (DATABASE_URL, APP_SECRET,
 * ORIGIN) are added before the bundle is imported, so that it reads a complete configuration.
 */
export function completeEnvironment(settings: Record<string, string>): void {
  for (const name of Object.keys(withoutFiles(settings))) delete process.env[name]
  Object.assign(process.env, settings)
}
