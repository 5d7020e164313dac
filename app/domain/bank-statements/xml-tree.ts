import { Parser } from 'saxen'
import { StatementRefused } from './draft-line.ts'

/** An element without its namespace prefix. */
export type XmlElement = {
  name: string
  attributes: Record<string, string>
  text: string
  children: XmlElement[]
}

const deepest = 64
const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const newElement = (name: string): XmlElement => ({
  name: localName(name),
  attributes: {},
  text: '',
  children: [],
})

/**
 * The document. The parser knows no document types and expands only the entities of XML itself, so that nothing in a file
 * makes it larger than it is. Refuses a file that is cut.
 */
export function readXml(text: string): XmlElement {
  const root = newElement('')
  const open = [root]
  const parser = new Parser()
  parser.on('error', (error) => {
    throw new StatementRefused(
      `The file is not complete XML (${error.message}). It may be cut off: download it again.`,
    )
  })
  parser.on('openTag', (name, attributes, decode) => {
    if (open.length > deepest) throw new StatementRefused('The file is not a statement.')
    const element = newElement(name)
    const found = attributes()
    if (found !== true)
      for (const [key, value] of Object.entries(found))
        element.attributes[localName(key)] = decode(value)
    open.at(-1)?.children.push(element)
    // A tag that closes itself is reported as closed, too.
    open.push(element)
  })
  parser.on('closeTag', () => open.pop())
  const addText = (written: string) => {
    const element = open.at(-1)
    if (element) element.text += written
  }
  parser.on('text', (written, decode) => addText(decode(written)))
  parser.on('cdata', addText)
  parser.parse(text)
  return root
}

/** All elements at the end of a path of names. */
export function elementsAt(element: XmlElement | undefined, path: string): XmlElement[] {
  return path
    .split('/')
    .reduce<XmlElement[]>(
      (found, name) =>
        found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      element ? [element] : [],
    )
}

/** The text of the first of these paths that has one. */
export function textAt(element: XmlElement | undefined, ...paths: string[]): string | null {
  for (const path of paths) {
    const text = elementsAt(element, path)[0]?.text.trim()
    if (text) return text
  }
  return null
}
