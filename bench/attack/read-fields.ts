import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import ts from 'typescript'
import type { z } from 'zod'

/** What is known of a field: the schema that reads it, and the words that it is compared with. */
export type Known = { schema?: z.core.$ZodType; words: Set<string> }
/**
 * What a loader or action reads, found in the source from its first line on through everything of ours that it calls:
 * the fields of its form, the names it looks for in the address, and what of the form cannot be told: schemas that are not
 * found, and whether fields are read whose names only the page knows.
 */
export type FieldsRead = {
  form: Map<string, Known>
  query: Set<string>
  readsAnyField: boolean
  takesFiles: boolean
  unread: string[]
}

type Source = {
  file: string
  declared: Map<string, ts.Node>
  imported: Map<string, { file: string; name: string }>
}
type Search = FieldsRead & { seen: Set<ts.Node>; schemas: { file: string; name: string }[] }

const sources = new Map<string, Source>()

type ExportedSchema = z.ZodObject | ((readPhone: () => null) => z.ZodObject)

/** Null when the module has none of this name. */
export async function fieldsOf(
  file: string,
  name: 'loader' | 'action',
): Promise<FieldsRead | null> {
  const source = sourceOf(resolve(file))
  const begin = source.declared.get(name)
  if (!begin) return null
  const search: Search = {
    form: new Map(),
    query: new Set(),
    readsAnyField: false,
    takesFiles: false,
    unread: [],
    seen: new Set(),
    schemas: [],
  }
  look(begin, source, search)
  for (const schema of search.schemas) {
    const { [schema.name]: exported } = (await import(schema.file)) as Record<
      string,
      ExportedSchema | undefined
    >
    // One that is made for a reader of phones has the same fields for every reader.
    const read = typeof exported === 'function' ? exported(() => null) : exported
    if (read === undefined) search.unread.push(schema.name)
    for (const [field, fieldSchema] of Object.entries(read?.shape ?? {}))
      knownIn(search, field).schema ??= fieldSchema
  }
  return search
}

function sourceOf(file: string): Source {
  const before = sources.get(file)
  if (before) return before
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
  const source: Source = { file, declared: new Map(), imported: new Map() }
  sources.set(file, source)
  for (const statement of tree.statements) noteDeclared(statement, source)
  return source
}

function noteDeclared(statement: ts.Statement, source: Source) {
  if (ts.isFunctionDeclaration(statement) && statement.name)
    source.declared.set(statement.name.text, statement)
  if (ts.isImportDeclaration(statement)) noteImports(statement, source)
  if (!ts.isVariableStatement(statement)) return
  for (const { name, initializer } of statement.declarationList.declarations)
    if (ts.isIdentifier(name) && initializer) source.declared.set(name.text, initializer)
}

function noteImports(
  { moduleSpecifier, importClause }: ts.ImportDeclaration,
  { file, imported }: Source,
) {
  const from = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
  const target = resolve(dirname(file), from)
  const bindings = importClause?.namedBindings
  if (!from.startsWith('.') || !existsSync(target) || !bindings || !ts.isNamedImports(bindings))
    return
  for (const { name, propertyName } of bindings.elements)
    imported.set(name.text, { file: target, name: (propertyName ?? name).text })
}

/** Notes what is read here, and follows our own names. */
function look(node: ts.Node, source: Source, search: Search): void {
  if (search.seen.has(node) || ts.isTypeNode(node)) return
  search.seen.add(node)
  if (ts.isCallExpression(node)) noteCall(node, source, search)
  if (ts.isBinaryExpression(node) && ts.isStringLiteral(node.right))
    noteWord(node.left, node.right.text, search)
  if (ts.isCaseClause(node) && ts.isStringLiteral(node.expression))
    noteWord(node.parent.parent.expression, node.expression.text, search)
  if (ts.isIdentifier(node)) follow(node.text, source, search)
  ts.forEachChild(node, (child) => look(child, source, search))
}

function follow(name: string, source: Source, search: Search) {
  if (name === 'receiveForm') search.takesFiles = true
  // These read what the schema names, and what comes back to the page.
  if (['parseForm', 'refuseForm', 'formAction'].includes(name)) return
  const here = source.declared.get(name)
  const there = source.imported.get(name)
  if (here) look(here, source, search)
  else if (there) {
    const target = sourceOf(there.file)
    const declared = target.declared.get(there.name)
    if (declared) look(declared, target, search)
  }
}

function noteCall(call: ts.CallExpression, source: Source, search: Search) {
  const [first, second] = call.arguments
  const isParse = ts.isIdentifier(call.expression) && call.expression.text === 'parseForm'
  // A schema that is handed on is noted where it is named.
  if (isParse && first && first.getText() !== 'schema') noteSchema(first, source, search)
  if (second) noteSteps(second, source, search)
  const read = readIn(call)
  for (const name of read?.names ?? []) {
    if (read?.of === 'form') knownIn(search, name)
    else search.query.add(name)
  }
  if (isOfAnyName(call)) search.readsAnyField = true
  // A field that is handed on next to its form.
  const isHandedOn = first && ts.isIdentifier(first) && /^(received|form|uploads)$/.test(first.text)
  if (isHandedOn && second && ts.isStringLiteral(second) && /^\w+$/.test(second.text))
    knownIn(search, second.text)
}

/** What is handed on next to a form: `{ schema: RefundSchema, limitBytes: … }`. */
function noteSteps(steps: ts.Expression, source: Source, search: Search) {
  if (!ts.isObjectLiteralExpression(steps)) return
  for (const step of steps.properties) {
    const name = step.name?.getText()
    if (name === 'limitBytes') search.takesFiles = true
    if (name === 'schema' && ts.isPropertyAssignment(step))
      noteSchema(step.initializer, source, search)
  }
}

/** Whether a form is read under names that only its sender knows, so that the pages have to tell which there are. */
function isOfAnyName(call: ts.CallExpression): boolean {
  const [first] = call.arguments
  if (
    /fromEntries$/.test(call.expression.getText()) &&
    first &&
    receivers.form.test(first.getText())
  )
    return true
  if (!ts.isPropertyAccessExpression(call.expression)) return false
  const { expression: receiver, name } = call.expression
  const isAll = /^(entries|keys|values)$/.test(name.text)
  const isComputed = /^(get|getAll|has)$/.test(name.text) && readIn(call) === null
  return (isAll || isComputed) && receivers.form.test(receiver.getText())
}

/** A schema in a separate module is read there; of one that a route writes for itself the names are read. */
function noteSchema(schema: ts.Expression, { imported, declared }: Source, search: Search): void {
  const named = ts.isCallExpression(schema) ? schema.expression : schema
  const name = ts.isIdentifier(named) ? named.text : ''
  const from = imported.get(name)
  if (from?.file.endsWith('-schema.ts')) {
    search.schemas.push(from)
    return
  }
  const written = from ? sourceOf(from.file).declared.get(from.name) : declared.get(name)
  const shape = written && ts.isCallExpression(written) ? written.arguments[0] : undefined
  const properties = shape && ts.isObjectLiteralExpression(shape) ? shape.properties : []
  if (properties.length === 0) search.unread.push(schema.getText())
  for (const property of properties) {
    if (!property.name || !ts.isIdentifier(property.name)) {
      search.unread.push(schema.getText())
      continue
    }
    const known = knownIn(search, property.name.text)
    for (const word of wordsIn(property)) known.words.add(word)
  }
}

const receivers = {
  form: /(form|uploads|tooLarge|typed)\)*$/i,
  query: /(searchParams|query|parameters)$/i,
}

/** What `form.get('name')` and its like read, by the name itself or by a constant of a few; null for every other call. */
function readIn(node: ts.Node): { of: 'form' | 'query'; names: string[] } | null {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return null
  const { expression: receiver, name } = node.expression
  const [first] = node.arguments
  if (!/^(get|getAll|has)$/.test(name.text) || !first) return null
  const names = ts.isStringLiteral(first)
    ? [first.text]
    : ts.isIdentifier(first)
      ? constantIn(first)
      : []
  const whole = receiver.getText().replace(/\([^()]*\)/g, '')
  if (names.length === 0) return null
  if (receivers.query.test(whole)) return { of: 'query', names }
  return receivers.form.test(whole) ? { of: 'form', names } : null
}

/** The words among which a constant of the same function is chosen. */
function constantIn(name: ts.Identifier): string[] {
  let around: ts.Node = name
  while (around.parent && !ts.isFunctionLike(around)) around = around.parent
  const found: string[] = []
  const search = (node: ts.Node) => {
    if (ts.isVariableDeclaration(node) && node.name.getText() === name.text && node.initializer)
      found.push(...wordsIn(node.initializer))
    ts.forEachChild(node, search)
  }
  search(around)
  return found
}

/** Every single word in quotes. */
function wordsIn(node: ts.Node): string[] {
  const words: string[] = []
  const search = (inner: ts.Node) => {
    if (ts.isStringLiteral(inner) && /^[\w-]+$/.test(inner.text)) words.push(inner.text)
    ts.forEachChild(inner, search)
  }
  search(node)
  return words
}

function noteWord(side: ts.Node, word: string, search: Search) {
  const read = readIn(side)
  if (read?.of === 'form') for (const name of read.names) knownIn(search, name).words.add(word)
  ts.forEachChild(side, (child) => noteWord(child, word, search))
}

function knownIn({ form }: FieldsRead, name: string): Known {
  const known = form.get(name) ?? { words: new Set<string>() }
  form.set(name, known)
  return known
}
