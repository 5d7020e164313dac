import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { ButtonLink, buttonClass } from '../button.tsx'
import { PageTitle } from '../layout/page-title-element.tsx'
import { BareHeader } from './not-found-page.tsx'

/** The page for an internal error, with the reference for support. */
export function FaultPage({ reference }: { reference: string | undefined }) {
  return (
    <PlainPage title="Something went wrong" heading="Something went wrong on our side">
      <p className="max-w-152 pt-5 text-lg leading-[1.55] text-muted">
        Confirmed changes are saved. Try again; if it happens again, write to us
        {reference && ' and name the reference'}.
      </p>
      {reference && (
        <p className="num pt-4 text-muted">
          Reference <strong className="font-semibold text-text">{reference}</strong>
        </p>
      )}
    </PlainPage>
  )
}

/** The page for a request no page sends: nothing was done. */
export function RefusedPage() {
  return (
    <PlainPage title="Nothing was sent" heading="Invalid request">
      <p className="max-w-152 pt-5 text-lg leading-[1.55] text-muted">
        The request was not understood. Nothing was changed. Open the page again and send it from
        there.
      </p>
    </PlainPage>
  )
}

function PlainPage({
  title,
  heading,
  children,
}: {
  title: string
  heading: string
  children: ReactNode
}) {
  const { pathname, search } = useLocation()
  return (
    <div data-shell="site">
      <BareHeader />
      <main
        id="main"
        tabIndex={-1}
        className="grid min-h-svh content-center bg-warm pt-[calc(var(--header)+2rem)] pb-16 outline-none"
      >
        <PageTitle>{title}</PageTitle>
        <div className="site-wrap">
          <h1 className="font-display text-step-4 leading-[1.1] tracking-[-0.025em]">{heading}</h1>
          {children}
          <div className="mt-7 flex flex-wrap gap-3">
            <a href={`${pathname}${search}`} className={buttonClass('primary')}>
              Try again
            </a>
            <ButtonLink to="/">Return to Home</ButtonLink>
          </div>
        </div>
      </main>
    </div>
  )
}
