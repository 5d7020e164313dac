import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

function faultsOf(environment: Record<string, string>): string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigError) return error.faults
    throw error
  }
  return []
}

const secret = 'a secret of at least thirty-two characters'
const store = {
  S3_ENDPOINT: 'https://s3.example.com:9000/',
  S3_REGION: 'eu-central-1',
  S3_BUCKET: 'msingi-files',
  S3_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  S3_SECRET_ACCESS_KEY: 'hunter2',
}

const oidc = {
  OIDC_ISSUER: 'https://id.example.com',
  OIDC_CLIENT_ID: 'msingi',
  OIDC_CLIENT_SECRET: 'hunter3',
}

describe('readConfig', () => {
  test('an empty environment gives the defaults', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      portIsExplicit: false,
      host: '127.0.0.1',
      origin: null,
      databaseUrl: null,
      databaseReplicaUrl: null,
      duty: 'all',
      demo: null,
      appSecret: null,
      smtpUrl: null,
      smtpFallbackUrl: null,
      trustedProxies: [],
      logLevel: 'info',
      slowQueryMs: 1000,
      metricsPort: null,
      metricsHost: '127.0.0.1',
      metricsToken: null,
      otlpEndpoint: null,
      drainSeconds: 0,
      objectStore: null,
    })
    expect(readConfig({}).dataDir).toMatch(/^\/.*\/data$/)
  })

  test('everything said is taken over', () => {
    const config = readConfig({
      PORT: '8080',
      HOST: '::1',
      ORIGIN: 'https://invest.example.com/',
      DATA_DIR: '/srv/msingi',
      DATABASE_URL: 'postgres://msingi:pw@db/msingi',
      DATABASE_REPLICA_URL: 'postgres://msingi@replica/msingi',
      PROCESS_TYPE: 'worker',
      DEMO: '0',
      APP_SECRET: secret,
      SMTP_URL: 'smtps://mail.example.com',
      SMTP_FALLBACK_URL: 'smtp://relay.example.com:587',
      MAIL_FROM: 'Msingi <office@example.com>',
      TRUSTED_PROXIES: '10.0.0.1, fd00::/8',
      LOG_LEVEL: 'warn',
      SLOW_QUERY_MS: '250',
      METRICS_PORT: '9400',
      METRICS_HOST: '10.0.0.5',
      METRICS_TOKEN: secret,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
      DRAIN_SECONDS: '10',
      ...store,
      ...oidc,
      OIDC_TENANT: 'our-tenant',
      OIDC_SECOND_FACTOR: '1',
      S3_FORCE_PATH_STYLE: '1',
    })
    expect(config).toEqual({
      port: 8080,
      portIsExplicit: true,
      host: '::1',
      origin: 'https://invest.example.com',
      dataDir: '/srv/msingi',
      databaseUrl: 'postgres://msingi:pw@db/msingi',
      databaseReplicaUrl: 'postgres://msingi@replica/msingi',
      duty: 'worker',
      demo: false,
      appSecret: secret,
      smtpUrl: 'smtps://mail.example.com',
      smtpFallbackUrl: 'smtp://relay.example.com:587',
      mailFrom: 'Msingi <office@example.com>',
      trustedProxies: ['10.0.0.1', 'fd00::/8'],
      logLevel: 'warn',
      slowQueryMs: 250,
      metricsPort: 9400,
      metricsHost: '10.0.0.5',
      metricsToken: secret,
      otlpEndpoint: 'http://127.0.0.1:4318',
      drainSeconds: 10,
      objectStore: {
        endpoint: 'https://s3.example.com:9000',
        region: 'eu-central-1',
        bucket: 'msingi-files',
        accessKeyId: 'AKIDEXAMPLE',
        secretAccessKey: 'hunter2',
        forcePathStyle: true,
      },
      backups: null,
      provider: {
        name: 'single sign-on',
        issuer: 'https://id.example.com',
        clientId: 'msingi',
        clientSecret: 'hunter3',
        tenant: 'our-tenant',
        domain: null,
        countsAsSecondFactor: true,
      },
    })
  })

  test('a provider needs its secret', () => {
    const { OIDC_CLIENT_SECRET: _, ...rest } = oidc
    expect(faultsOf(rest)).toEqual([
      'OIDC_CLIENT_SECRET must be set too for signing in by OpenID Connect.',
    ])
  })

  test('an empty variable counts as not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
      port: 3000,
      databaseUrl: null,
    })
  })

  test.each([
    ['PORT', '70000'],
    ['PORT', '30.5'],
    ['HOST', 'http://x'],
    ['ORIGIN', 'https://invest.example.com/portal'],
    ['ORIGIN', 'invest.example.com'],
    ['DATABASE_URL', 'mysql://db/msingi'],
    ['DATABASE_REPLICA_URL', 'replica:5432'],
    ['DATABASE_REPLICA_URL', 'postgres://a,b/msingi'],
    ['DEMO', 'yes'],
    ['APP_SECRET', 'short'],
    ['SMTP_URL', 'mail.example.com:25'],
    ['SMTP_FALLBACK_URL', 'relay.example.com'],
    ['MAIL_FROM', 'the office'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy.local'],
    ['PROCESS_TYPE', 'background'],
    ['LOG_LEVEL', 'verbose'],
    ['SLOW_QUERY_MS', '1.5'],
    ['METRICS_PORT', 'all'],
    ['METRICS_HOST', 'http://monitoring'],
    ['METRICS_TOKEN', 'short'],
    ['DRAIN_SECONDS', '301'],
    ['OIDC_ISSUER', 'http://id.example.com'],
    ['OIDC_DOMAIN', '@example.com'],
    ['OIDC_SECOND_FACTOR', 'yes'],
    ['S3_ENDPOINT', 's3.example.com'],
    ['S3_ENDPOINT', 'https://s3.example.com/bucket'],
    ['S3_BUCKET', 'A bucket'],
    ['S3_FORCE_PATH_STYLE', 'yes'],
  ])('%s=%s is refused with its name', (name, value) => {
    const rest = {
      ...oidc,
      ...store,
      DATABASE_URL: 'postgres://db/msingi',
      APP_SECRET: secret,
      MAIL_FROM: 'office@example.com',
      SMTP_URL: 'smtp://mail',
    }
    const faults = faultsOf({ ...rest, [name]: value })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toMatch(new RegExp(`^${name} must `))
  })

  test('the figures need their own port', () => {
    expect(faultsOf({ PORT: '9400', METRICS_PORT: '9400' })).toEqual([
      'METRICS_PORT must differ from PORT: both listen on 127.0.0.1.',
    ])
    expect(readConfig({ PORT: '0', METRICS_PORT: '0' })).toMatchObject({ port: 0, metricsPort: 0 })
    expect(readConfig({ HOST: '::1', PORT: '9400', METRICS_PORT: '9400' }).host).toBe('::1')
  })

  test.each([
    ['0.0.0.0', '127.0.0.1'],
    ['127.0.0.1', '0.0.0.0'],
    ['localhost', '127.0.0.1'],
    ['10.0.0.5', '10.0.0.5'],
    ['::', '10.0.0.5'],
  ])('pages on %s and metrics on %s cannot have the same port', (HOST, METRICS_HOST) => {
    const ports = { PORT: '9400', METRICS_PORT: '9400', METRICS_TOKEN: secret }
    expect(faultsOf({ HOST, METRICS_HOST, ...ports })).toEqual([
      `METRICS_PORT must differ from PORT: both listen on ${METRICS_HOST}.`,
    ])
  })

  test.each(['0.0.0.0', '::', '10.0.0.5', 'monitoring.internal'])(
    'WATCH-002 metrics on %s need a token, on this machine they need none',
    (METRICS_HOST) => {
      const settings = { METRICS_PORT: '9400', METRICS_HOST }
      expect(faultsOf(settings)).toEqual([
        'METRICS_TOKEN is required with a METRICS_HOST that other machines can reach: at least 32 random characters.',
      ])
      expect(readConfig({ ...settings, METRICS_TOKEN: secret }).metricsHost).toBe(METRICS_HOST)
      for (const local of ['127.0.0.1', 'localhost', '::1'])
        expect(readConfig({ ...settings, METRICS_HOST: local }).metricsToken).toBeNull()
    },
  )

  test('a database of one’s own needs a secret, and a mail server a sender', () => {
    expect(faultsOf({ DATABASE_URL: 'postgres://db/msingi' })).toEqual([
      expect.stringMatching(/^APP_SECRET is required/),
    ])
    expect(faultsOf({ SMTP_URL: 'smtp://mail' })).toEqual([
      expect.stringMatching(/^MAIL_FROM is required/),
    ])
    expect(faultsOf({ SMTP_FALLBACK_URL: 'smtp://mail' })).toEqual([
      expect.stringMatching(/^SMTP_URL is required/),
    ])
  })

  test('one process of several needs a database that does not belong to one', () => {
    const required = [expect.stringMatching(/^DATABASE_URL is required/)]
    expect(faultsOf({ PROCESS_TYPE: 'web' })).toEqual(required)
    expect(faultsOf({ DATABASE_REPLICA_URL: 'postgres://replica/msingi' })).toEqual(required)
    expect(faultsOf({ PROCESS_TYPE: 'all' })).toEqual([])
  })

  test('an object store is named whole or not at all', () => {
    const all = [
      'S3_ENDPOINT',
      'S3_REGION',
      'S3_BUCKET',
      'S3_ACCESS_KEY_ID',
      'S3_SECRET_ACCESS_KEY',
    ]
    const must = ' must be set too: an object store needs all of them or none.'
    for (const name of all) expect(faultsOf({ ...store, [name]: '' })).toEqual([`${name}${must}`])
    expect(faultsOf({ S3_FORCE_PATH_STYLE: '1' })).toEqual([`${all.join(', ')}${must}`])
    expect(readConfig(store).objectStore?.forcePathStyle).toBe(false)
    expect(
      faultsOf({ ...store, S3_ENDPOINT: 'https://key:hunter2@s3.example.com' }).join(),
    ).not.toContain('hunter2')
  })

  test('all faults are told together, and no password with them', () => {
    const faults = faultsOf({
      PORT: 'x',
      DATABASE_URL: 'mysql://root:hunter2@db',
      LOG_LEVEL: 'loud',
    })
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'LOG_LEVEL',
      'APP_SECRET',
    ])
    expect(faults.join()).not.toContain('hunter2')
  })
})
