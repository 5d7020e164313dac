import { readFileSync } from 'node:fs'
import ts from 'typescript'
import type { Mutant } from './mutant.ts'
import { readTokens, type SqlMutant, sqlMutants } from './sql-text.ts'

type Found = Omit<Mutant, 'file'>

/** The SQL of a template, each value in it replaced by a word that is as long. */
function sqlOf(template: ts.TemplateLiteral, source: ts.SourceFile): string {
  const text = template.getText(source)
  if (!ts.isTemplateExpression(template)) return ` ${text.slice(1, -1)} `
  const blanks = template.templateSpans.map(({ expression, literal }) => ({
    from: expression.getFullStart() - 2 - template.getStart(source),
    to: literal.getStart(source) + 1 - template.getStart(source),
  }))
  return blanks.reduce(
    (sql, { from, to }) => `${sql.slice(0, from)}$${'x'.repeat(to - from - 1)}${sql.slice(to)}`,
    ` ${text.slice(1, -1)} `,
  )
}

function ofTemplate(node: ts.TaggedTemplateExpression, source: ts.SourceFile): SqlMutant[] {
  const start = node.template.getStart(source)
  return sqlMutants(readTokens(sqlOf(node.template, source))).map(({ what, edits }) => ({
    what,
    edits: edits.map((edit) => ({ ...edit, start: edit.start + start, end: edit.end + start })),
  }))
}

const isColumn = (node: ts.Node): node is ts.StringLiteral =>
  ts.isStringLiteral(node) && !node.text.includes('*')

/** Of two columns side by side each comes from where the other did, under its own name. */
function ofColumns(list: ts.ArrayLiteralExpression, source: ts.SourceFile): SqlMutant[] {
  return list.elements.flatMap((element, place) => {
    const other = list.elements[place + 1]
    if (!(other && isColumn(element) && isColumn(other))) return []
    const [from, to] = [element, other].map(({ text }) => {
      const [column = '', alias] = text.split(' as ')
      return { column, name: alias ?? column.split('.').at(-1) }
    })
    if (!(from && to) || from.column === to.column) return []
    const edit = (node: ts.Node, text: string) => ({
      start: node.getStart(source),
      end: node.end,
      text,
    })
    return [
      {
        what: 'columns swapped' as const,
        edits: [
          edit(element, `'${to.column} as ${from.name}'`),
          edit(other, `'${from.column} as ${to.name}'`),
        ],
      },
    ]
  })
}

const drop = (start: number, end: number): SqlMutant => ({
  what: 'condition dropped',
  edits: [{ start, end, text: '' }],
})

/** Of a call in a query of Kysely. */
function ofCall(node: ts.CallExpression, source: ts.SourceFile): SqlMutant[] {
  if (!ts.isPropertyAccessExpression(node.expression)) return []
  const { expression: before, name } = node.expression
  const [first] = node.arguments
  const list = first && ts.isArrayLiteralExpression(first) ? first : null
  if (['where', 'whereRef', 'having'].includes(name.text)) return [drop(before.end, node.end)]
  // The first condition of a join has to stay: a join without one is no SQL.
  if (['on', 'onRef'].includes(name.text))
    return ts.isCallExpression(before) ? [drop(before.end, node.end)] : []
  if (name.text === 'innerJoin')
    return [
      {
        what: 'join widened',
        edits: [{ start: name.getStart(source), end: name.end, text: 'leftJoin' }],
      },
    ]
  if (name.text === 'and' && list && list.elements.length > 1)
    return list.elements.map((element, place) =>
      drop(element.getFullStart(), list.elements[place + 1]?.getFullStart() ?? element.end),
    )
  return list && ['select', 'returning'].includes(name.text) ? ofColumns(list, source) : []
}

/** Mutants of the queries in a file of TypeScript: of Kysely's calls and of the SQL in its templates. */
export function mutantsOfQueries(file: string): Mutant[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const found: Found[] = []
  const visit = (node: ts.Node): void => {
    const isSql = ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === 'sql'
    const mutants = isSql
      ? ofTemplate(node, source)
      : ts.isCallExpression(node)
        ? ofCall(node, source)
        : []
    found.push(
      ...mutants.map((mutant) => ({
        ...mutant,
        reached: { start: node.getStart(source), end: node.end },
      })),
    )
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found.map((mutant) => ({ file, ...mutant }))
}
