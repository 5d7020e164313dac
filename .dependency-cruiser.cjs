/**
 * Who may import whom: the table of docs/architecture, line by line. Each folder names what it may import; everything
 * else of ours is refused. A test file may import what it likes; only a circle is refused to it too.
 */

/** From left to right: a domain may import those before it. */
const domains = [
  'company',
  'outbox',
  'exchange-rates',
  'payment-accounts',
  'accounts',
  'investors',
  'projects',
  'investments',
  'investment-requests',
  'receipts',
  'payments',
  'investment-changes',
  'payment-plans',
  'payment-reminders',
  'receivables',
  'distributions',
  'statements',
  'documents',
  'notifications',
  'inquiries',
  'imports',
  'bank-statements',
  'bank-matching',
  'payment-proofs',
  'bank-transactions',
  'audit',
  'reports',
]
const areas = ['site', 'sign-in', 'portal', 'office']

const ours = '^(app|config|server|db|tests|bench)/'
const testFile = '\\.(test|spec)\\.tsx?$'
const values = '^app/values/'
const platform = '^app/platform/'
const platformOfDomains = '^app/platform/(?!(http|session)/(form-action|session|unattended)[./-])'
const platformOfAreas =
  '^app/platform/((http|session|files|observability)/|(config|clock|events)\\.)'
const anyDomain = '^app/domain/'
const ui = '^app/ui/'
const mailTransport = '^app/platform/email/'

/** What lies in `from` imports, of ours, only what lies in one of `may`. */
function zone(name, from, may, comment) {
  return {
    name,
    comment,
    severity: 'error',
    from: { path: from, pathNot: [testFile] },
    to: { path: ours, pathNot: may },
  }
}

const domainZones = domains.map((domain, position) =>
  zone(
    `domain-${domain}`,
    `^app/domain/${domain}/`,
    [
      values,
      platformOfDomains,
      ...domains.slice(0, position + 1).map((left) => `^app/domain/${left}/`),
    ],
    `domain/${domain} may import values, platform and the domains to its left. A fact that a later domain must know ` +
      'travels as an event; a query over several lives in the right-most. Its actor is handed to it, never opened.',
  ),
)

const areaZones = areas.map((area) =>
  zone(
    `area-${area}`,
    `^app/${area}/`,
    [values, ui, anyDomain, platformOfAreas, `^app/${area}/`],
    `${area}/ may import domain, ui, values and platform/{http,session,files,observability,config,clock,events}: never ` +
      'another area, never the database.',
  ),
)

module.exports = {
  forbidden: [
    zone('values', values, [values], 'values/ imports nothing of ours.'),
    zone(
      'platform',
      platform,
      [values, platform, '^config/'],
      'platform/ may import values and the configuration, never a domain or an area.',
    ),
    zone('ui', ui, [values, ui], 'ui/ knows no subject: it may import values and itself.'),
    ...domainZones,
    {
      name: 'domain-named',
      comment:
        'A new domain takes its place in the order: add it to `domains` here and to the architecture.',
      severity: 'error',
      from: { path: ours },
      to: { path: `^app/domain/(?!(${domains.join('|')})/)` },
    },
    ...areaZones,
    zone(
      'frame',
      '^app/(root|entry\\.server|entry\\.client)\\.tsx$',
      [values, ui, anyDomain, platformOfAreas, '^app/platform/http/script-after-paint\\.ts$'],
      'The frame of every page is held to what an area may import, and delays its script.',
    ),
    zone(
      'url-map',
      '^app/routes\\.ts$',
      [`^app/(${areas.join('|')})/routes\\.ts$`],
      'app/routes.ts mounts the areas.',
    ),
    zone(
      'reactions',
      '^app/reactions/',
      [anyDomain, platform, values, '^app/reactions/'],
      'What follows from an event may import domains, platform and values.',
    ),
    zone(
      'program',
      '^app/(program|demo)/',
      [anyDomain, platform, values, '^app/(program|demo)/'],
      'The jobs, the first start and the command line may import domains, platform, values and the demo.',
    ),
    {
      name: 'a-place-in-the-table',
      comment: 'A new file right under app/, or a new folder, takes its line in this table first.',
      severity: 'error',
      from: {
        path: '^app/',
        pathNot: [
          `^app/(values|platform|ui|domain|reactions|program|demo|${areas.join('|')})/`,
          '^app/(root|entry\\.server|entry\\.client)\\.tsx$',
          '^app/routes\\.ts$',
          testFile,
        ],
      },
      to: {},
    },
    zone(
      'app-entry',
      '^server/app\\.ts$',
      ['^app/'],
      'server/app.ts is bundled: it may import app/ only.',
    ),
    zone(
      'server',
      '^server/(?!app\\.ts$)',
      ['^server/(?!app\\.ts$)', '^config/', '^db/'],
      'server/ runs unbundled: it may import itself and the modules of db/; app/ only through the built bundle.',
    ),
    zone(
      'db',
      '^db/',
      ['^db/', '^config/', '^server/(postgres|recovery)/'],
      'db/ may import the configuration, the launcher and the description of the schema from server/.',
    ),
    {
      name: 'ui-in-the-browser',
      comment:
        'ui/ and values/ are safe on both sides: never a *.server module, not even a type of one.',
      severity: 'error',
      from: { path: [ui, values], pathNot: [testFile] },
      to: { path: '\\.server\\.tsx?$' },
    },
    {
      name: 'schema-in-the-browser',
      comment:
        'A form schema is used by browser and action alike: no *.server module, no platform.',
      severity: 'error',
      from: { path: '-schema\\.ts$' },
      to: { path: ['\\.server\\.tsx?$', platform] },
    },
    {
      name: 'server-code-says-so',
      comment:
        'What touches platform or a *.server module at run time is itself named *.server.ts (types may pass).',
      severity: 'error',
      from: { path: anyDomain, pathNot: ['\\.server\\.tsx?$', testFile] },
      to: { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'database-driver',
      comment:
        'Areas, ui and values never see the database: it is reached through a domain and its actor.',
      severity: 'error',
      from: { path: '^app/', pathNot: [anyDomain, platform, '^app/(program|demo)/', testFile] },
      to: { path: '^node_modules/(pg|pg-boss|kysely)/' },
    },
    {
      name: 'without-a-session',
      comment:
        'Only the worker, the first start and the command line act for nobody: use adminCommand, investorCommand or guestCommand.',
      severity: 'error',
      from: {
        path: ours,
        pathNot: ['^app/program/', '^(tests|bench)/', testFile],
      },
      to: { path: '^app/platform/session/unattended[./-]' },
    },
    {
      name: 'mail-transport',
      comment:
        'A command queues a mail; only the worker takes hold of the transport (its type may pass).',
      severity: 'error',
      from: {
        path: '^(app|config|server)/',
        pathNot: [
          mailTransport,
          '^app/domain/outbox/send[^/]*\\.server\\.ts$',
          '^app/program/jobs\\.server\\.ts$',
          testFile,
        ],
      },
      to: { path: [mailTransport, '^node_modules/nodemailer/'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-circle',
      comment: 'Two modules that need each other, types included, are one, or lack a third.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'tests-stay-in-tests',
      comment: 'Only test files import tests/.',
      severity: 'error',
      from: { path: ours, pathNot: [testFile, '^(tests|bench)/'] },
      to: { path: ['^tests/', testFile] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['^build/', '^\\.react-router/', '/\\+types/'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
