/**
 * Who may import whom: the table of docs/architecture, line by line. Each folder names what it may import; everything
 * else of ours is refused. A test file may import what it likes; only a circle is refused to it too.
 */

/** From left to right: a domain may import those before it. */
const domains = `
  company outbox exchange-rates payment-accounts accounts approvals investors projects
  investments investment-requests receipts payments investment-changes payment-plans payment-reminders
  receivables distributions statements documents verification notifications inquiries imports
  bank-statements bank-matching payment-proofs bank-transactions audit reports`
  .trim()
  .split(/\s+/)
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

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to })

/** What lies in `from` imports, of ours, only what lies in one of `may`. */
const zone = (name, from, may, comment) =>
  rule(name, comment, { path: from, pathNot: [testFile] }, { path: ours, pathNot: may })

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
    rule(
      'domain-named',
      'A new domain takes its place in the order: add it to `domains` here and to the architecture.',
      { path: ours },
      { path: `^app/domain/(?!(${domains.join('|')})/)` },
    ),
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
    rule(
      'a-place-in-the-table',
      'A new file right under app/, or a new folder, takes its line in this table first.',
      {
        path: '^app/',
        pathNot: [
          `^app/(values|platform|ui|domain|reactions|program|demo|${areas.join('|')})/`,
          '^app/(root|entry\\.server|entry\\.client)\\.tsx$',
          '^app/routes\\.ts$',
          testFile,
        ],
      },
      {},
    ),
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
    rule(
      'ui-in-the-browser',
      'ui/ and values/ are safe on both sides: never a *.server module, not even a type of one.',
      { path: [ui, values], pathNot: [testFile] },
      { path: '\\.server\\.tsx?$' },
    ),
    rule(
      'schema-in-the-browser',
      'A form schema is used by browser and action alike: no *.server module, no platform.',
      { path: '-schema\\.ts$' },
      { path: ['\\.server\\.tsx?$', platform] },
    ),
    rule(
      'server-code-says-so',
      'What touches platform or a *.server module at run time is itself named *.server.ts (types may pass).',
      { path: anyDomain, pathNot: ['\\.server\\.tsx?$', testFile] },
      { path: '\\.server\\.tsx?$', dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'database-driver',
      'Areas, ui and values never see the database: it is reached through a domain and its actor.',
      { path: '^app/', pathNot: [anyDomain, platform, '^app/(program|demo)/', testFile] },
      { path: '^node_modules/(pg|pg-boss|kysely)/' },
    ),
    rule(
      'without-a-session',
      'Only the worker, the first start and the command line act for nobody: use adminCommand, investorCommand or guestCommand.',
      {
        path: ours,
        pathNot: ['^app/program/', '^(tests|bench)/', testFile],
      },
      { path: '^app/platform/session/unattended[./-]' },
    ),
    rule(
      'mail-transport',
      'A command queues a mail; only the worker takes hold of the transport (its type may pass).',
      {
        path: '^(app|config|server)/',
        pathNot: [
          mailTransport,
          '^app/domain/outbox/send[^/]*\\.server\\.ts$',
          '^app/program/jobs\\.server\\.ts$',
          '^server/commands/test-mail\\.ts$',
          testFile,
        ],
      },
      { path: [mailTransport, '^node_modules/nodemailer/'], dependencyTypesNot: ['type-only'] },
    ),
    rule(
      'no-circle',
      'Two modules that need each other, types included, are one, or lack a third.',
      {},
      { circular: true },
    ),
    rule(
      'tests-stay-in-tests',
      'Only test files import tests/.',
      { path: ours, pathNot: [testFile, '^(tests|bench)/'] },
      { path: ['^tests/', testFile] },
    ),
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
