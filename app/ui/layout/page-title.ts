import { isNotFound } from '../fields/not-found.ts'
import { type CompanyLook, lookIn } from './company-look.ts'

/** A part of `Route.MetaArgs`. */
export type TitleArgs = {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
  error?: unknown
}

/** A `meta` title with the company's name; none for a 404, which sets its own. */
export function pageTitle(title: string, { matches, error }: TitleArgs): { title: string }[] {
  const root = matches.find((match) => match?.id === 'root')
  return isNotFound(error) ? [] : [{ title: withBrand(title, lookIn(root?.loaderData)) }]
}

/** The title alone where the name could not be read. */
export function withBrand(title: string, { brand }: CompanyLook): string {
  return brand === '' ? title : `${title} · ${brand}`
}
