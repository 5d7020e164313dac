import ts from 'typescript'
import { isCallOf, isMember, isTest, offsets, positions, type Rule, type Source } from './rule.ts'

/** Statements with text of their own making: the transaction helper and the migrations. */
const mayWriteRawSql = ['app/platform/database/audit-actor.server.ts', 'db/migrate.ts']
/** Beside the platform, what runs as msingi_auth: how somebody comes in, and what they do about their own sign-in. */
const mayOpenTransactions =
  /^app\/(platform\/(database|session)\/|platform\/jobs\/jobs\.|domain\/accounts\/(sign-in|second-factor|passkeys|provider)\/|domain\/accounts\/recovery\/change-own-password\.)[a-z.-]*$/
const waysToTheDatabase =
  /^(transact|startTransaction|authDatabase|queryWithoutRole|connectionPools)$/
const mayQueueMail = /^app\/(domain\/(outbox|accounts|inquiries)\/|reactions\.server\.ts$)/

function insertsInto(source: Source, table: string): number[] {
  if (isTest(source.path)) return []
  const written = positions(source, (node) => {
    if (!isCallOf(node, 'insertInto')) return false
    const [into] = node.arguments
    return (
      into !== undefined &&
      ts.isStringLiteralLike(into) &&
      into.text.replace(/^app\./, '') === table
    )
  })
  return [
    ...written,
    ...offsets(source.text, new RegExp(`\\binsert\\s+into\\s+(app\\.)?${table}\\b`, 'gi')),
  ]
}

/** House rules 5, 6 and 7: SQL in sight, with its columns named, and one way to the database. */
export const databaseRules: Rule[] = [
  {
    name: 'the columns are named',
    fix: 'Name the columns: a new one must not reach a screen by itself.',
    find: (source) => [
      ...positions(source, (node) => isCallOf(node, 'selectAll') || isCallOf(node, 'returningAll')),
      // PL/pgSQL reads a whole row into a variable of the row's type.
      ...(isTest(source.path)
        ? []
        : offsets(source.text, /\b(select|returning)\s+(\w+\.)?\*(?!\s+into\b)/gi)),
    ],
    bad: [
      {
        path: 'app/domain/payments/payments.server.ts',
        text: "tx.selectFrom('payment').selectAll()",
      },
      {
        path: 'app/domain/payments/payments.server.ts',
        text: "tx.insertInto('payment').values(row).returningAll()",
      },
      {
        path: 'app/domain/payments/payments.server.ts',
        text: 'sql`SELECT * from app.ledger_entry`',
      },
      {
        path: 'app/domain/payments/payments.access.sql',
        text: 'select e.* from app.ledger_entry e',
      },
    ],
    good: [
      {
        path: 'app/domain/payments/payments.server.ts',
        text: 'sql`select count(*) from app.ledger_entry`',
      },
      {
        path: 'db/migrations/0009-x.sql',
        text: 'select * into strict investment from app.investment',
      },
    ],
  },
  {
    name: 'SQL text is never put together by hand',
    fix: 'Pass values as parameters of sql`…`; sql.raw and sql.lit stand only in the transaction helper.',
    find: (source) => {
      if (mayWriteRawSql.includes(source.path) || isTest(source.path)) return []
      return positions(
        source,
        (node) =>
          isMember(node, 'sql', 'raw') ||
          isMember(node, 'sql', 'lit') ||
          isMember(node, 'CompiledQuery', 'raw'),
      )
    },
    bad: [
      { path: 'app/domain/investors/investors.server.ts', text: 'const order = sql.raw(column)' },
      { path: 'app/domain/investors/investors.server.ts', text: 'const name = sql.lit(typed)' },
      { path: 'app/domain/investors/investors.server.ts', text: "const raw = sql['raw']" },
      {
        path: 'app/domain/investors/investors.server.ts',
        text: 'tx.executeQuery(CompiledQuery.raw(typed))',
      },
    ],
    good: [
      {
        path: 'app/platform/database/audit-actor.server.ts',
        text: 'CompiledQuery.raw(text, values)',
      },
      { path: 'tests/database/walls.test.ts', text: 'await sql.raw(statement).execute(tx)' },
    ],
  },
  {
    name: 'a transaction is opened by a guard, a command gets its actor',
    fix: 'Take the actor as the first parameter and use its tx; adminCommand, investorCommand and guestCommand open the transaction.',
    find: (source) => {
      if (
        !source.path.startsWith('app/') ||
        mayOpenTransactions.test(source.path) ||
        isTest(source.path)
      )
        return []
      return positions(source, (node) => {
        return (
          (ts.isIdentifier(node) || ts.isStringLiteralLike(node)) &&
          waysToTheDatabase.test(node.text)
        )
      })
    },
    bad: [
      {
        path: 'app/domain/payments/payments.server.ts',
        text: "import { transact as begin } from './database.server.ts'",
      },
      { path: 'app/domain/payments/payments.server.ts', text: 'database.transact(identity, work)' },
      {
        path: 'app/domain/payments/payments.server.ts',
        text: "database['transact'](identity, work)",
      },
      {
        path: 'app/domain/accounts/invitations/invitations.server.ts',
        text: 'authDatabase.transaction().execute(work)',
      },
      { path: 'app/program/jobs.server.ts', text: "connectionPools.system.query('select 1')" },
    ],
    good: [
      {
        path: 'app/platform/session/session.server.ts',
        text: "return transact({ role: 'guest' }, work)",
      },
      {
        path: 'app/domain/accounts/sign-in/sign-in.server.ts',
        text: 'authDatabase.transaction().execute(work)',
      },
      { path: 'app/domain/payments/payments.test.ts', text: "transact({ role: 'guest' }, work)" },
    ],
  },
  {
    name: 'the actor comes first',
    fix: 'Make the actor the first parameter of the query or command.',
    find: (source) => {
      if (!/^app\/domain\/.*\.server\.tsx?$/.test(source.path)) return []
      return positions(source, (node) => {
        if (!ts.isParameter(node) || !ts.isFunctionLike(node.parent)) return false
        const isActor = /^(\w*Actor|InvestorReader)$/.test(node.type?.getText() ?? '')
        return isActor && node.parent.parameters[0] !== node
      })
    },
    bad: [
      {
        path: 'app/domain/payments/payments.server.ts',
        text: 'export async function paymentsOf(investmentId: string, admin: AdminActor) {}',
      },
      {
        path: 'app/domain/payments/payments.server.ts',
        text: 'const paymentsOf = (ids: string[], reader: InvestorReader) => ids',
      },
    ],
    good: [
      {
        path: 'app/domain/payments/payments.server.ts',
        text: 'export async function paymentsOf(admin: AdminActor, investmentId: string) {}',
      },
    ],
  },
  {
    name: 'a mail is queued by a reaction, accounts or inquiries',
    fix: 'Publish the event; its reaction writes the outbox row in the same transaction.',
    find: (source) => (mayQueueMail.test(source.path) ? [] : insertsInto(source, 'outbox')),
    bad: [
      {
        path: 'app/domain/payments/record-payment.server.ts',
        text: "admin.tx.insertInto('outbox').values(mail)",
      },
      {
        path: 'app/office/payments/route.tsx',
        text: 'sql`insert into app.outbox (template) values (1)`',
      },
    ],
    good: [
      {
        path: 'app/domain/outbox/queuemail.server.ts',
        text: "tx.insertInto('outbox').values(mail)",
      },
    ],
  },
  {
    name: 'an event is published, never inserted',
    fix: 'Call publish(actor, event): it writes the event, runs the reactions and wakes the open pages.',
    find: (source) =>
      source.path === 'app/platform/events.server.ts' ? [] : insertsInto(source, 'event'),
    bad: [
      {
        path: 'app/domain/payments/void-entry.server.ts',
        text: "admin.tx.insertInto('event').values(event)",
      },
    ],
    good: [
      {
        path: 'app/platform/events.server.ts',
        text: "actor.tx.insertInto('event').values(event)",
      },
    ],
  },
  {
    name: 'a schema only reads',
    fix: 'A schema turns text into exact values and does nothing else; act in the command.',
    find: (source) => {
      if (!source.path.endsWith('-schema.ts')) return []
      return positions(
        source,
        (node) => ts.isAwaitExpression(node) || node.kind === ts.SyntaxKind.AsyncKeyword,
      )
    },
    bad: [
      {
        path: 'app/domain/projects/project-schema.ts',
        text: 'const schema = base.transform(async (typed) => ({ key: await upload(typed.file) }))',
      },
    ],
    good: [
      {
        path: 'app/domain/projects/project-schema.ts',
        text: 'const schema = base.transform((typed) => typed.name)',
      },
    ],
  },
  {
    name: 'a migration stands alone',
    fix: 'Write the SQL into the migration itself: what it imports could change after it has landed.',
    find: ({ path, text }) => {
      if (!path.startsWith('db/migrations/')) return []
      const misnamed = /^db\/migrations\/\d{4}-[a-z0-9-]+\.sql$/.test(path) ? [] : [0]
      return [
        ...misnamed,
        ...offsets(text, /^\s*\\(i|ir|include|include_relative|copy)\b|\bpg_read_file\b/gm),
      ]
    },
    bad: [
      { path: 'db/migrations/0009-rates.sql', text: '\\ir rates.sql' },
      { path: 'db/migrations/rates.sql', text: 'select 1;' },
      { path: 'db/migrations/0009-rates.ts', text: 'export const up = 1' },
    ],
    good: [
      {
        path: 'db/migrations/0009-rates.sql',
        text: 'alter table app.project add column rate_bp integer;',
      },
    ],
  },
]
