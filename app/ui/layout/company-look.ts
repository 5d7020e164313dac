import { useRouteLoaderData } from 'react-router'

/** How the company appears on every page: its name, and the address of its logo where there is one. */
export type CompanyLook = {
  brand: string
  logo: string | null
  /** Whether the landing page has no section about the company yet. */
  isUndescribed?: boolean
}

/** The look in what the root loaded; without a name where it could not be read. */
export function lookIn(loaded: unknown): CompanyLook {
  const { look } = (loaded ?? {}) as { look?: CompanyLook }
  return look ?? { brand: '', logo: null }
}

/** What a link with the company's name is called: `Msingi, home`. */
export function homeLabel(brand: string, home = 'home'): string {
  const label = brand === '' ? home : `${brand}, ${home}`
  return label.charAt(0).toUpperCase() + label.slice(1)
}

/** The company's name and logo, on any page, an error page included. */
export function useCompanyLook(): CompanyLook {
  return lookIn(useRouteLoaderData('root'))
}
