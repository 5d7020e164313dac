import { useCompanyLook } from './company-look.ts'
import { withBrand } from './page-title.ts'

/** The title of a page that is shown in place of another one, whose `meta` does not know of it. */
export function PageTitle({ children }: { children: string }) {
  return <title>{withBrand(children, useCompanyLook())}</title>
}
