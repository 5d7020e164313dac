import type { Mutant } from './mutant.ts'

// Mutants of SQL, read token by token: no parser for PL/pgSQL is at hand.

/** `text` in small letters, `raw` as it is written; `depth` counts the parentheses around it. */
export type Token = { text: string; raw: string; start: number; end: number; depth: number }
export type SqlMutant = Pick<Mutant, 'what' | 'edits'>

const oneToken =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|\$\w*\$|[\p{L}_\d$]+(?:\.(?:[\p{L}_\d$]+|"[^"]*"))*|\S/gu

/** The `and` of `between … and …`, which joins no conditions. */
function isOfBetween(tokens: Token[], place: number): boolean {
  if (tokens[place]?.text !== 'and') return false
  const depth = tokens[place]?.depth
  const before = tokens
    .slice(0, place)
    .findLast((token) => token.depth === depth && ['between', 'and'].includes(token.text))
  return before?.text === 'between'
}

/** The words, texts and signs of a statement, without comments. */
export function readTokens(sql: string): Token[] {
  let depth = 0
  const tokens = [...sql.matchAll(oneToken)].flatMap(({ 0: text, index }) => {
    if (text === ')') depth -= 1
    const token = {
      text: text.toLowerCase(),
      raw: text,
      start: index,
      end: index + text.length,
      depth,
    }
    if (text === '(') depth += 1
    return text.startsWith('--') || text.startsWith('/*') ? [] : [token]
  })
  return tokens.map((token, place) =>
    isOfBetween(tokens, place) ? { ...token, text: 'between and' } : token,
  )
}

/** What ends a condition, or an item of a list, at its own depth. */
const ends = new Set(
  `and or where group order having limit offset returning union except intersect on join left right full cross inner from
  into set for then loop when else end using window with values do $$ ; ,`.split(/\s+/),
)

function endOf(tokens: Token[], first: number): number {
  const depth = tokens[first]?.depth ?? 0
  const after = tokens.findIndex(
    (token, place) =>
      place >= first && (token.depth < depth || (token.depth === depth && ends.has(token.text))),
  )
  return after === -1 ? tokens.length : after
}

function droppedCondition(tokens: Token[], place: number): SqlMutant[] {
  const word = tokens[place]
  const last = tokens[endOf(tokens, place + 1) - 1]
  if (!(word && last) || last === word) return []
  const next = tokens[tokens.indexOf(last) + 1]
  const leadsOn = word.text !== 'and' && next?.depth === word.depth && next.text === 'and'
  if (word.text === 'on' && !leadsOn) return []
  // An aggregate is left with no empty filter.
  const filter = tokens[place - 2]
  if (!leadsOn && filter?.text === 'filter' && next)
    return [
      { what: 'condition dropped', edits: [{ start: filter.start, end: next.end, text: '' }] },
    ]
  const edit = leadsOn
    ? { start: word.end, end: next.end, text: '' }
    : { start: word.start, end: last.end, text: '' }
  return [{ what: 'condition dropped', edits: [edit] }]
}

function widenedJoin(tokens: Token[], place: number): SqlMutant[] {
  const [before, join] = [tokens[place - 1], tokens[place]]
  if (!join || ['left', 'right', 'full', 'cross', 'outer'].includes(before?.text ?? '')) return []
  const start = before?.text === 'inner' ? before.start : join.start
  return [{ what: 'join widened', edits: [{ start, end: join.end, text: 'left join' }] }]
}

type Column = { expression: string; name: string | null; start: number; end: number }

const isColumn = ({ text }: Token) =>
  /^[\p{L}_][\p{L}_\d]*(\.[\p{L}_\d]+)?$/u.test(text) && !['null', 'true', 'false'].includes(text)

/** An item of a list that is a column, by itself or with another name. */
function columnAt(tokens: Token[], first: number): Column | null {
  const own = tokens.slice(first, endOf(tokens, first))
  const [column, as, name] = own
  if (!(column && isColumn(column)) || (own.length > 1 && !(own.length === 3 && as?.text === 'as')))
    return null
  return {
    expression: column.raw,
    name: name?.raw ?? null,
    start: column.start,
    end: (name ?? column).end,
  }
}

/** Of two columns side by side each takes the place of the other; those of a result keep their names. */
function swappedColumns(tokens: Token[], place: number, isNamed: boolean): SqlMutant[] {
  const found: SqlMutant[] = []
  let [first, column] = [place + 1, columnAt(tokens, place + 1)]
  for (;;) {
    const end = endOf(tokens, first)
    if (tokens[end]?.text !== ',' || tokens[end].depth !== tokens[place]?.depth) return found
    const other = columnAt(tokens, end + 1)
    if (column && other && column.expression !== other.expression) {
      const nameOf = ({ name, expression }: Column) =>
        isNamed ? ` as ${name ?? expression.split('.').at(-1)}` : ''
      found.push({
        what: 'columns swapped',
        edits: [
          { start: column.start, end: column.end, text: other.expression + nameOf(column) },
          { start: other.start, end: other.end, text: column.expression + nameOf(other) },
        ],
      })
    }
    ;[first, column] = [end + 1, other]
  }
}

/** Every mutant of a piece of SQL; places are counted in it. */
export function sqlMutants(tokens: Token[]): SqlMutant[] {
  return tokens.flatMap(({ text }, place) => {
    if (['and', 'where', 'on', 'having'].includes(text)) return droppedCondition(tokens, place)
    if (text === 'join') return widenedJoin(tokens, place)
    if (text === 'select' || text === 'returning') return swappedColumns(tokens, place, true)
    return text === 'by' && tokens[place - 1]?.text === 'order'
      ? swappedColumns(tokens, place, false)
      : []
  })
}
