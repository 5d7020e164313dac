/** One file; `rule` is what the linter calls its fault. A `*` in the path is replaced by its own name. */
export type BadLines = { path: string; text: string; rule: string }

const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n')

export const badLines: BadLines[] = [
  { path: 'app/domain/x/*.ts', text: 'export const typed: any = 1', rule: 'noExplicitAny' },
  {
    path: 'app/domain/x/*.ts',
    text: 'export const first = (list: number[]) => list[0]!',
    rule: 'noNonNullAssertion',
  },
  { path: 'app/domain/x/*.ts', text: 'export default 1', rule: 'noDefaultExport' },
  { path: 'app/domain/x/*.ts', text: "export * from './money.ts'", rule: 'noReExportAll' },
  { path: 'app/domain/x/*.ts', text: "export { cents } from './money.ts'", rule: 'noBarrelFile' },
  {
    path: 'app/domain/x/*.ts',
    text: "import { cents } from './money.ts'\nexport { cents }",
    rule: 'noExportedImports',
  },
  {
    path: 'app/domain/x/*.ts',
    text: "import { cents } from '../../values/money'\nexport const c = cents(1n)",
    rule: 'useImportExtensions',
  },
  {
    path: 'app/domain/x/*.ts',
    text: "import lodash from 'lodash'\nexport const x = lodash",
    rule: 'noUndeclaredDependencies',
  },
  { path: 'app/domain/x/*.ts', text: "console.log('here')", rule: 'noConsole' },
  {
    path: 'app/domain/x/*.ts',
    text: 'export const from = process.env.MAIL_FROM',
    rule: 'noProcessEnv',
  },
  { path: 'server/*.ts', text: 'export const port = process.env.PORT', rule: 'noProcessEnv' },
  { path: 'app/domain/x/*.ts', text: 'try { start() } catch {}', rule: 'noEmptyBlockStatements' },
  { path: 'app/domain/x/*.ts', text: 'export enum Kind { payment }', rule: 'noEnum' },
  {
    path: 'app/domain/x/*.ts',
    text: 'export namespace Kinds { export const payment = 1 }',
    rule: 'noNamespace',
  },
  {
    path: 'app/domain/x/*.ts',
    text: 'export interface Payment { amount: string }',
    rule: 'useConsistentTypeDefinitions',
  },
  {
    path: 'app/domain/x/*.ts',
    text: "export function fail() { throw 'no' }",
    rule: 'useThrowOnlyError',
  },
  {
    path: 'app/domain/x/*.ts',
    text: 'async function send() { return 1 }\nexport async function act() { send(); return 2 }',
    rule: 'noFloatingPromises',
  },
  {
    path: 'app/domain/x/*.ts',
    text: `export function long() {\n${lines(61, '  start()')}\n}`,
    rule: 'noExcessiveLinesPerFunction',
  },
  {
    path: 'app/portal/x/*.tsx',
    text: `export function Long() {\n${lines(81, '  start()')}\n  return null\n}`,
    rule: 'noExcessiveLinesPerFunction',
  },
  { path: 'app/domain/x/*.ts', text: lines(301, 'start()'), rule: 'noExcessiveLinesPerFile' },
  { path: 'app/domain/x/*.test.ts', text: lines(301, 'start()'), rule: 'noExcessiveLinesPerFile' },
  {
    path: 'app/domain/x/*.ts',
    text: 'export const run = (a: 1, b: 1, c: 1, d: 1, e: 1, f: 1) => [a, b, c, d, e, f]',
    rule: 'useMaxParams',
  },
  {
    path: 'app/ui/*.tsx',
    text: "export const Photo = () => <img src='/house.jpg' />",
    rule: 'useAltText',
  },
  {
    path: 'app/ui/*.tsx',
    text: 'export const Open = () => <div onClick={open}>Open</div>',
    rule: 'useKeyWithClickEvents',
  },
  {
    path: 'app/domain/x/RecordPayment.ts',
    text: 'export const record = 1',
    rule: 'useFilenamingConvention',
  },
  {
    path: 'app/domain/x/*.test.ts',
    text: "test.skip('MIV-034 refused', () => check())",
    rule: 'noSkippedTests',
  },
  {
    path: 'app/domain/x/*.test.ts',
    text: "test.only('MIV-034 refused', check)",
    rule: 'noFocusedTests',
  },
]

export const goodLines: { path: string; text: string }[] = [
  { path: 'app/values/money.ts', text: 'export const cents = BigInt\n' },
  {
    path: 'app/portal/dashboard/route.tsx',
    text: 'export default function Dashboard() {\n  return null\n}\n',
  },
  { path: 'config/config.ts', text: 'export const port = process.env.PORT\n' },
  { path: 'server/*.ts', text: "console.log('Listening')\n" },
  {
    path: 'app/domain/x/*.test.ts',
    text: `describe('it', () => {\n${lines(100, '  start()')}\n})\n`,
  },
  {
    path: 'app/portal/x/*.tsx',
    text: `export function Long() {\n${lines(70, '  start()')}\n  return null\n}\n`,
  },
]
