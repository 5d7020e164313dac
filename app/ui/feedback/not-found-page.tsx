import { Link } from 'react-router'
import { ButtonLink } from '../button.tsx'
import { FallenMark } from '../large-marks.tsx'
import { homeLabel, useCompanyLook } from '../layout/company-look.ts'
import { PageTitle } from '../layout/page-title-element.tsx'
import { SkipLink } from '../layout/skip-link.tsx'
import { Wordmark } from '../layout/wordmark.tsx'

/** The words of PUB-066 and PUB-067. The part below the header; a site page puts its own header and footer around it. */
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

/** The same as a whole page, for addresses that no area knows. */
export function NotFoundPage() {
  return (
    <div data-shell="site">
      <BareHeader />
      <NotFound />
    </div>
  )
}

/** Where nothing could be loaded, the header has only the way home. */
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
