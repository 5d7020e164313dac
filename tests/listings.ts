import { change } from './database.ts'
import { ask } from './product.tsx'
import { wordsOf } from './screens.tsx'

export async function slugOf(projectId: string): Promise<string> {
  const { rows } = await change('select slug as id from app.project where id = $1', [projectId])
  return rows[0]?.id ?? ''
}

/** The public page of a project as a guest gets it: its HTML, and its words without blanks before signs. */
export async function listingOf(projectId: string): Promise<{ html: string; words: string }> {
  const { html } = await ask(`/investment/${await slugOf(projectId)}`)
  return { html, words: wordsOf(html).replaceAll(/ (?=[.,:])/g, '') }
}
