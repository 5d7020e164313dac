import type { Plugin, Rolldown } from 'vite'

/**
 * In place of Vite's helper, which is ten times as long on every page: asks for the files of script that a part needs
 * together with the part.
 */
const fetchPart = `export const __vitePreload = (load, files = []) => {
  for (const file of files) {
    if (file.endsWith('.css')) continue
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href: '/' + file }))
  }
  return load()
}`

/**
 * A part that is fetched later (site/parts/later.tsx) fetches no sheet: those it needs come with its page. Vite would link
 * them a second time, behind the page's own, because React Router writes `site.css#` where Vite looks for `site.css`.
 */
export const sheetsOfParts: Plugin = {
  name: 'sheets-of-parts',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /vite\/preload-helper/ },
    handler(code) {
      if (!code.includes('export const __vitePreload ='))
        this.error('Vite no longer calls its helper __vitePreload.')
      return { code: fetchPart, map: null }
    },
  },
  generateBundle(_, bundle) {
    const ofEveryPage = Object.values(bundle).filter(
      (file) => file.type === 'chunk' && file.name === 'root',
    )
    for (const page of Object.values(bundle)) {
      if (page.type !== 'chunk') continue
      const linked = sheetsOf([page, ...ofEveryPage], bundle)
      for (const part of page.dynamicImports) {
        const missing = [...sheetsOf([bundle[part]], bundle)].filter((sheet) => !linked.has(sheet))
        if (missing.length > 0) {
          this.error(
            `${part} comes after its page and brings no sheet: import those of ${missing} in ${page.name} too.`,
          )
        }
      }
    }
  },
}

/** The sheets of these files and of all that they import at once. */
function sheetsOf(
  files: (Rolldown.OutputBundle[string] | undefined)[],
  bundle: Rolldown.OutputBundle,
): Set<string> {
  const sheets = new Set<string>()
  const reached = new Set(files)
  for (const file of reached) {
    if (file?.type !== 'chunk') continue
    for (const sheet of file.viteMetadata?.importedCss ?? []) sheets.add(sheet)
    for (const imported of file.imports) reached.add(bundle[imported])
  }
  return sheets
}
