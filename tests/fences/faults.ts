import ts from 'typescript'
import { isCallOf, isMember, isTest, positions, type Rule, type Source } from './rule.ts'

const mayReadEnvironment =
  /^((server\/setup\.mjs|config\/config\.ts)|app\/platform\/config\.server\.ts|tests\/.*|[^/]+\.config\.ts)$/

/** In server/, stopping what may have stopped already is not worth a word; only an empty clause says nothing at all. */
function isSwallowing({ path }: Source, node: ts.Node): boolean {
  if (ts.isCatchClause(node)) return node.block.statements.length === 0
  if (path.startsWith('server/') || !isCallOf(node, 'catch')) return false
  const [recovery] = node.arguments
  return recovery !== undefined && ts.isArrowFunction(recovery) && answersNothing(recovery.body)
}

function answersNothing(body: ts.ConciseBody): boolean {
  return ts.isBlock(body)
    ? body.statements.length === 0
    : /^(undefined|null|void 0)$/.test(body.getText())
}

function mocksOurs(source: Source, node: ts.Node): boolean {
  if (!['mock', 'doMock'].some((name) => isCallOf(node, name)) || !ts.isCallExpression(node))
    return false
  const [mocked] = node.arguments
  return (
    mocked !== undefined &&
    node.expression.getText().startsWith('vi.') &&
    isOurs(mocked.getText(source.tree ?? undefined))
  )
}

/** A relative path, plain or inside `import(…)`; packages stand under their own name. */
function isOurs(mocked: string): boolean {
  return /^(import\()?['"`](\.|\/|app\/)/.test(mocked)
}

/** More than half a second of doing nothing. A limit after which a test or a child is given up is no wait. */
function waitsBlindly(node: ts.Node): boolean {
  if (!['waitForTimeout', 'sleep', 'setTimeout'].some((name) => isCallOf(node, name))) return false
  if (!ts.isCallExpression(node) || /^(test|session)\./.test(node.expression.getText()))
    return false
  return node.arguments.some(
    (wait) => ts.isNumericLiteral(wait) && Number(wait.getText().replaceAll('_', '')) > 500,
  )
}

/** House rules 4, 9 and 14: faults surface, settings are read once, nothing of ours is mocked. */
export const faultRules: Rule[] = [
  {
    name: 'a fault is never swallowed',
    fix: 'Let it surface, or answer the one fault you expect and throw the rest on.',
    find: (source) =>
      isTest(source.path) ? [] : positions(source, (node) => isSwallowing(source, node)),
    bad: [
      { path: 'app/domain/outbox/send-mail.server.ts', text: 'try { send() } catch {}' },
      {
        path: 'app/domain/outbox/send-mail.server.ts',
        text: 'try { send() } catch (error) { /* never mind */ }',
      },
      { path: 'app/domain/outbox/send-mail.server.ts', text: 'await send().catch(() => {})' },
      {
        path: 'app/domain/outbox/send-mail.server.ts',
        text: 'await send().catch(() => undefined)',
      },
    ],
    good: [
      {
        path: 'app/domain/outbox/send-mail.server.ts',
        text: 'try { send() } catch (error) { await postpone(error) }',
      },
    ],
  },
  {
    name: 'the environment is read once',
    fix: 'Take the setting from config of platform/config.server.ts; a new one is parsed in config/config.ts.',
    find: (source) => {
      if (mayReadEnvironment.test(source.path) || isTest(source.path)) return []
      return positions(source, (node) => {
        if (isMember(node, 'process', 'env') || isMember(node, 'globalThis.process', 'env'))
          return true
        if (!ts.isImportDeclaration(node)) return false
        return /'(node:)?process'/.test(node.getText()) && /\benv\b/.test(node.getText())
      })
    },
    bad: [
      { path: 'app/domain/outbox/send-mail.server.ts', text: 'const from = process.env.MAIL_FROM' },
      { path: 'app/domain/outbox/send-mail.server.ts', text: "const env = process['env']" },
      { path: 'app/domain/outbox/send-mail.server.ts', text: "import { env } from 'node:process'" },
    ],
    good: [
      {
        path: 'app/platform/config.server.ts',
        text: 'export const config = readConfig(process.env)',
      },
    ],
  },
  {
    name: 'nothing of ours is mocked',
    fix: 'Use the real part: a database from tests/database.ts, a mail server from tests/mailbox.ts.',
    find: (source) => positions(source, (node) => mocksOurs(source, node)),
    bad: [
      {
        path: 'app/domain/payments/payments.test.ts',
        text: "vi.mock('../../platform/events.server.ts')",
      },
      {
        path: 'app/domain/payments/payments.test.ts',
        text: "vi.doMock(import('./payment.ts'), () => ({}))",
      },
      { path: 'tests/journeys/x.spec.ts', text: "vi.mock('../../app/values/money.ts')" },
    ],
    good: [{ path: 'app/domain/payments/payments.test.ts', text: "vi.mock('nodemailer')" }],
  },
  {
    name: 'text is normalised where its length is limited',
    fix: 'Use normalized() of values/typed-text.ts: a pile of combining marks takes seconds to normalise.',
    find: (source) => {
      if (
        !source.path.startsWith('app/') ||
        source.path === 'app/values/typed-text.ts' ||
        isTest(source.path)
      )
        return []
      return positions(source, (node) => isCallOf(node, 'normalize'))
    },
    bad: [{ path: 'app/domain/projects/slug.ts', text: "const words = name.normalize('NFKD')" }],
    good: [
      { path: 'app/domain/projects/slug.ts', text: "const words = normalized(name, 'NFKD')" },
      { path: 'app/values/typed-text.ts', text: "const words = name.normalize('NFKD')" },
    ],
  },
  {
    name: 'a test waits for what happens, not for time to pass',
    fix: 'Wait for what must have happened: vi.waitFor, expect.poll, a request, an event, an answer held back. At most 500 ms may pass blindly.',
    find: (source) =>
      isTest(source.path) && !source.path.startsWith('bench/')
        ? positions(source, waitsBlindly)
        : [],
    bad: [
      { path: 'tests/journeys/live.spec.ts', text: 'await page.waitForTimeout(3_000)' },
      { path: 'app/program/jobs.test.ts', text: 'await sleep(501)' },
      { path: 'server/http.test.ts', text: 'await new Promise((done) => setTimeout(done, 1000))' },
    ],
    good: [
      { path: 'tests/journeys/live.spec.ts', text: 'await page.waitForTimeout(500)' },
      { path: 'tests/journeys/killed.spec.ts', text: 'test.setTimeout(240_000)' },
      { path: 'app/ui/feedback/toaster.tsx', text: 'setTimeout(done, 4_000)' },
    ],
  },
  {
    name: 'the type checker is not argued with',
    fix: 'Give the value its type where it is made; a double cast and a silenced error hide the fault.',
    find: (source) => {
      // Actors and reactions get their types in platform/, once, so that nobody else has to cast.
      if (isTest(source.path) || source.path.startsWith('app/platform/')) return []
      const doubleCasts = positions(source, (node) => {
        return (
          ts.isAsExpression(node) &&
          ts.isAsExpression(node.expression) &&
          !/^const$/.test(node.type.getText())
        )
      })
      const silenced = source.tree
        ? Array.from(source.text.matchAll(/@ts-(expect-error|ignore|nocheck)/g))
        : []
      return [...doubleCasts, ...silenced.map((match) => match.index)]
    },
    bad: [
      { path: 'app/ui/layout/card.tsx', text: 'const five = 5 as unknown as string' },
      {
        path: 'app/ui/layout/card.tsx',
        text: '// @ts-expect-error it works\nconst five: string = 5',
      },
    ],
    good: [
      {
        path: 'app/values/money.test.ts',
        text: '// @ts-expect-error bare\nconst five: Cents = 5n',
      },
    ],
  },
]
