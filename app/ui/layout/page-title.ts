import { isNotFound } from '../fields/refused.ts'
import { type CompanyLook, lookIn } from './company-look.ts'

/** What `meta` is given; a part of `Route.MetaArgs`. */
export type TitleArgs = {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
  error?: unknown
}

/** The title of a page for `meta`, with the company's name; none where nothing was found, which brings its own. */
export function pageTitle(title: string, { matches, error }: TitleArgs): { title: string }[] {
  const root = matches.find((match) => match?.id === 'root')
  return isNotFound(error) ? [] : [{ title: withBrand(title, lookIn(root?.loaderData)) }]
}

/** The company's name after a title; the title alone where the name could not be read. */
export function withBrand(title: string, { brand }: CompanyLook): string {
  return brand === '' ? title : `${title} · ${brand}`
}
