import { Link } from 'react-router'
import { ButtonLink } from '../button.tsx'
import { FallenMark } from '../large-marks.tsx'
import { homeLabel, useCompanyLook } from '../layout/company-look.ts'
import { PageTitle } from '../layout/page-title-element.tsx'
import { SkipLink } from '../layout/skip-link.tsx'
import { Wordmark } from '../layout/wordmark.tsx'

/** The content below the header; public pages add their own header and footer. */
export function NotFound() {
  return (
    <main
      id="main"
      tabIndex={-1}
      className="grid min-h-svh content-center bg-warm pt-[calc(var(--header)+2rem)] pb-16 outline-none"
    >
      <PageTitle>Page not found</PageTitle>
      <div className="site-wrap grid gap-8 min-[60rem]:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] min-[60rem]:items-center min-[60rem]:gap-x-[clamp(3rem,6vw,7rem)]">
        <div className="w-full max-w-136 min-[60rem]:order-2 min-[60rem]:justify-self-end">
          <FallenMark />
        </div>
        <div>
          <p className="pb-3 font-display text-lg leading-tight text-muted">404</p>
          <h1 className="site-display leading-[1.1]!">Oops! Page not found</h1>
          <p className="max-w-152 pt-5 text-lg leading-[1.55] text-muted">
            This page doesn’t exist.
          </p>
          <ButtonLink to="/" look="primary" className="mt-7">
            Return to Home
          </ButtonLink>
        </div>
      </div>
    </main>
  )
}

/** As a whole page, for addresses outside every area. */
export function NotFoundPage() {
  return (
    <div data-shell="site">
      <BareHeader />
      <NotFound />
    </div>
  )
}

/** A header with only the link home, because nothing else could be loaded. */
export function BareHeader() {
  const { brand } = useCompanyLook()
  return (
    <>
      <SkipLink />
      <header className="absolute inset-x-0 top-0 border-b border-line bg-page">
        <div className="site-wrap flex h-(--header) items-center">
          <Link to="/" aria-label={homeLabel(brand)}>
            <Wordmark name={brand} />
          </Link>
        </div>
      </header>
    </>
  )
}
