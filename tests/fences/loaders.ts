import ts from 'typescript'
import { isTest, positions, type Rule, type Source } from './rule.ts'

const commands = /^(admin|investor|guest)Command$/
/** What a loader writes: that something was read, exported, visited or downloaded, and codes that no document has. */
const notes =
  /^(audit|auditDownload|recordVisit|verifyDocument|countDownload|recordMissingVerification)$/

/** The function `loader`, or any function of a file that only checks or reads for loaders. */
function isForLoaders(node: ts.Node, path: string): boolean {
  if (ts.isSourceFile(node)) return /\/(require|load)-[a-z-]+\.server\.ts$/.test(path)
  const name = ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node) ? node.name : null
  return name?.getText() === 'loader'
}

function hasName(node: ts.Node, pattern: RegExp): boolean {
  return (
    (ts.isIdentifier(node) && pattern.test(node.text)) ||
    ts.forEachChild(node, (child) => hasName(child, pattern) || undefined) === true
  )
}

function commandsOfLoaders(source: Source): number[] {
  if (isTest(source.path)) return []
  return positions(source, (node) => {
    if (!ts.isCallExpression(node) || !commands.test(node.expression.getText())) return false
    for (let around: ts.Node = node; around; around = around.parent)
      if (isForLoaders(around, source.path)) return !hasName(node, notes)
    return false
  })
}

/** A read shares the read-only transaction of its page. */
export const loaderRules: Rule[] = [
  {
    name: 'a loader reads with a query',
    fix: 'Use adminQuery, investorQuery or guestQuery: the loaders of a page share one read-only transaction. A loader writes nothing but an entry in the audit log or a count.',
    find: commandsOfLoaders,
    bad: [
      {
        path: 'app/office/import/route.tsx',
        text: 'export function loader({ context }: Args) { return adminCommand(context, latestImports) }',
      },
      {
        path: 'app/portal/documents/route.tsx',
        text: 'export const loader = ({ context }: Args) => investorCommand(context, listDocuments)',
      },
      {
        path: 'app/office/requests/require-request.server.ts',
        text: 'export const requireRequest = (context: Context) => adminCommand(context, find)',
      },
    ],
    good: [
      {
        path: 'app/office/import/route.tsx',
        text: 'export function loader({ context }: Args) { return adminQuery(context, latestImports) }',
      },
      {
        path: 'app/office/import/route.tsx',
        text: 'export function action({ context }: Args) { return adminCommand(context, importRows) }',
      },
      {
        path: 'app/office/receipt-pdf/route.ts',
        text: "export function loader({ context }: Args) { return adminCommand(context, (admin) => auditDownload(admin, 'receipt', id)) }",
      },
    ],
  },
]
