import { readFileSync } from 'node:fs'
import type { Mutant } from './mutant.ts'
import { readTokens, sqlMutants, type Token } from './sql-text.ts'

/** The statements of a file; a function's own semicolons end none. */
function statements(tokens: Token[]): Token[][] {
  const found: Token[][] = [[]]
  let isBody = false
  for (const token of tokens) {
    if (token.text.startsWith('$') && token.text.endsWith('$')) isBody = !isBody
    if (token.text === ';' && !isBody) found.push([])
    else found.at(-1)?.push(token)
  }
  return found
}

/** What a statement makes that lasts: a function, a view or a policy. */
function madeBy(statement: Token[]): string | null {
  const words = statement.slice(0, 7).map(({ text }) => text)
  if (words[0] !== 'create') return null
  const kind = words.findIndex((word) => ['function', 'procedure', 'view', 'policy'].includes(word))
  if (kind === -1 || kind > 3) return null
  const table = words[kind] === 'policy' ? ` ${words[kind + 3]}` : ''
  return `${words[kind]} ${words[kind + 1]?.replace(/^app\./, '')}${table}`
}

/** Mutants of what SQL files make. A function that a later file makes again counts there. */
export function mutantsOfSqlFiles(files: string[]): Mutant[] {
  const newest = new Map<string, { file: string; statement: Token[] }>()
  for (const file of files)
    for (const statement of statements(readTokens(readFileSync(file, 'utf8')))) {
      const made = madeBy(statement)
      if (made) newest.set(made, { file, statement })
    }
  return [...newest].flatMap(([within, { file, statement }]) => {
    // A policy begins with `on` and a table.
    const body = within.startsWith('policy') ? statement.slice(5) : statement
    return sqlMutants(body).map((mutant) => ({ file, within, ...mutant }))
  })
}
