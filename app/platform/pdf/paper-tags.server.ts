import type { Page } from './paper-text.server.ts'

type Element = PDFKit.PDFStructureElement
type Options = {
  alt?: string
  bbox?: [number, number, number, number]
  scope?: string
}

/** The structure of a tagged PDF (PDF/UA), by which a screen reader reads it: what belongs to what, in which order. */
export class PageTags {
  readonly #page: Page
  readonly #root: Element
  #parent: Element

  constructor(page: Page) {
    this.#page = page
    this.#root = page.struct('Document')
    this.#parent = this.#root
    page.addStructure(this.#root)
  }

  /** What is drawn within belongs to one element: a paragraph, a heading, a cell. */
  content(type: string, draw: () => void, options: Options = {}): void {
    const content = this.#page.markStructureContent(type)
    draw()
    this.#page.endMarkedContent()
    this.#parent.add(this.#page.struct(type, options, [content]))
  }

  /** Elements within one that has no content of its own: a table, a row. */
  group(type: string, draw: () => void): void {
    const outer = this.#parent
    this.#parent = this.#page.struct(type)
    outer.add(this.#parent)
    draw()
    this.#parent.end()
    this.#parent = outer
  }

  /** Lines, and what is repeated on each page: a screen reader passes over it. */
  artifact(draw: () => void): void {
    this.#page.markContent('Artifact', { type: 'Layout' })
    draw()
    this.#page.endMarkedContent()
  }

  end(): void {
    this.#root.end()
  }
}
