import { data } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import pagesSheet from '../../pages.css?url'
import { unlistedHead } from '../../parts/head.ts'
import type { Route } from './+types/route.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: pagesSheet }]

/** The server rejects the body before reading it (server/app.ts). */
export function loader() {
  return data(null, { status: 413 })
}

export const meta: Route.MetaFunction = (args) => unlistedHead('Message too long', args)

export default function TooLong() {
  return (
    <main id="main" tabIndex={-1} className="site-page bg-warm">
      <div className="site-wrap grid min-h-[70svh] content-center justify-items-start gap-5 py-24">
        <h1 className="site-display">Your message is too long</h1>
        <p className="site-lead">
          Nothing was sent. A message may have 5,000 characters. Go back; your text is kept. Shorten
          it and send it again.
        </p>
        <ButtonLink to="/contact">Open the contact page</ButtonLink>
      </div>
    </main>
  )
}
