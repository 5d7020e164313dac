import { useRouteLoaderData } from 'react-router'

/** The company's name and logo address for every page. */
export type CompanyLook = {
  brand: string
  logo: string | null
  /** The landing page has no section about the company yet. */
  isUndescribed?: boolean
}

/** Without a name where the company could not be read. */
export function lookIn(loaded: unknown): CompanyLook {
  const { look } = (loaded ?? {}) as { look?: CompanyLook }
  return look ?? { brand: '', logo: null }
}

/** For example `Msingi, home`. */
export function homeLabel(brand: string, home = 'home'): string {
  const label = brand === '' ? home : `${brand}, ${home}`
  return label.charAt(0).toUpperCase() + label.slice(1)
}

export function useCompanyLook(): CompanyLook {
  return lookIn(useRouteLoaderData('root'))
}
