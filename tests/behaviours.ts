import ts from 'typescript'

/** One line of docs/behaviours.tsv: what the product does, and how far we are with it. */
export type Behaviour = { id: string; sentence: string; state: string }

/** A test that runs, by its whole title (those of the groups around it included). */
export type NamedTest = { path: string; title: string }

const columns = ['id', 'area', 'actor', 'behaviour', 'exact_strings', 'source', 'note', 'state']
const stateWords =
  /^(open|proven|replaced: (decisions §\d+|W-\d{2})((, | and |; )(decisions §\d+|W-\d{2}))*)$/
const namedId = /\b([A-Z]{2,5})-(\d{3})(?:\s*(?:\.\.|…|–)\s*(?:\1-)?(\d{3}))?(?!\d)/g
/** Ciphers and hashes are written like ids. */
const noAreas = new Set(['SHA', 'AES'])

/** Reads the table. Throws when a line has lost a column or the state is none of the three. */
export function readBehaviours(table: string): Behaviour[] {
  const [head = '', ...lines] = table.trimEnd().split('\n')
  if (head !== columns.join('\t'))
    throw new Error(`docs/behaviours.tsv: the columns are ${columns.join(', ')}`)
  return lines.map((line, index) => {
    const cells = line.split('\t')
    const [id = '', , , sentence = ''] = cells
    const state = cells[columns.length - 1] ?? ''
    if (cells.length !== columns.length || !stateWords.test(state)) {
      throw new Error(
        `docs/behaviours.tsv:${index + 2}: ${id} needs ${columns.length} columns, the last of them ` +
          '"open", "proven" or "replaced: decisions §4" or "replaced: W-22"',
      )
    }
    return { id, sentence, state }
  })
}

/** The ids in a title; `PUB-012..015` names four. */
export function idsIn(title: string): string[] {
  return Array.from(title.matchAll(namedId)).flatMap(([, area = '', first = '', last = first]) => {
    if (noAreas.has(area)) return []
    const count = Math.max(1, Number(last) - Number(first) + 1)
    return Array.from(
      { length: count },
      (_, index) => `${area}-${String(Number(first) + index).padStart(3, '0')}`,
    )
  })
}

/** The tests of a file that run: neither skipped nor only planned, by themselves or by the group around them. */
export function testsIn(path: string, text: string): NamedTest[] {
  const kind = path.endsWith('.ts') ? ts.ScriptKind.TS : ts.ScriptKind.TSX
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind)
  const found: NamedTest[] = []
  const visit = (node: ts.Node, around: string): void => {
    const call = ts.isCallExpression(node) ? readCall(node) : null
    if (call?.rests) return
    const title = call ? `${around} ${call.title}`.trim() : around
    if (call?.kind === 'test') found.push({ path, title })
    ts.forEachChild(node, (child) => visit(child, title))
  }
  visit(tree, '')
  return found
}

/** `test('…')`, `describe.each(…)('…')`, `test.skipIf(…)('…')`; null for any other call. */
function readCall(
  node: ts.CallExpression,
): { kind: 'test' | 'group'; title: string; rests: boolean } | null {
  const [named] = node.arguments
  if (!named || !(ts.isStringLiteralLike(named) || ts.isTemplateExpression(named))) return null
  const words = calledWords(node.expression)
  const group = words.includes('describe') || words.includes('suite')
  if (!group && words[0] !== 'test' && words[0] !== 'it') return null
  const rests = words.some((word) => /^(skip|skipIf|runIf|todo|fixme|fail|fails|step)$/.test(word))
  return { kind: group ? 'group' : 'test', title: named.getText().slice(1, -1), rests }
}

function calledWords(called: ts.Expression): string[] {
  if (ts.isIdentifier(called)) return [called.text]
  if (ts.isPropertyAccessExpression(called))
    return [...calledWords(called.expression), called.name.text]
  return ts.isCallExpression(called) || ts.isTaggedTemplateExpression(called)
    ? calledWords(ts.isCallExpression(called) ? called.expression : called.tag)
    : []
}

/** What table and tests say against each other, each with the line to change. Empty when they agree. */
export function disagreements(behaviours: Behaviour[], tests: NamedTest[]): string[] {
  const namedBy = new Map<string, NamedTest>()
  for (const test of tests) for (const id of idsIn(test.title)) namedBy.set(id, test)
  const known = new Set(behaviours.map(({ id }) => id))
  const wrongRows = behaviours.flatMap(({ id, sentence, state }) => {
    const test = namedBy.get(id)
    if (state === 'open' && test) {
      return [
        `${id} is open, but "${test.title}" in ${test.path} names it. If that test proves "${sentence}", end the row ` +
          `${id} of docs/behaviours.tsv with "proven" (or "replaced: decisions §n" or "replaced: W-nn" when it proves ` +
          'what replaces it); else take the id out of the title.',
      ]
    }
    if (state !== 'open' && !test) {
      return [
        `${id} is ${state}, but no test that runs names it. Name it in the title of the test that proves "${sentence}", ` +
          `or end the row ${id} of docs/behaviours.tsv with "open".`,
      ]
    }
    return []
  })
  const unknown = Array.from(namedBy).flatMap(([id, test]) =>
    known.has(id)
      ? []
      : [
          `${id} in "${test.title}" of ${test.path} is no row of docs/behaviours.tsv: fix the id, or add the row.`,
        ],
  )
  return [...wrongRows, ...unknown]
}
