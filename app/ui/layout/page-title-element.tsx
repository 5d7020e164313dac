import { useCompanyLook } from './company-look.ts'
import { withBrand } from './page-title.ts'

/** For a page whose `meta` does not know that another is shown instead. */
export function PageTitle({ children }: { children: string }) {
  return <title>{withBrand(children, useCompanyLook())}</title>
}
