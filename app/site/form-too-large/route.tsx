import { data } from 'react-router'
import pagesSheet from '../pages.css?url'
import { unlistedHead } from '../parts/head.ts'
import type { Route } from './+types/route.ts'

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: pagesSheet }]

/** The server rejects the body before reading it (server/app.ts). */
export function loader() {
  return data(null, { status: 413 })
}

export const meta: Route.MetaFunction = (args) => unlistedHead('Form too large', args)

export default function FormTooLarge() {
  return (
    <main id="main" tabIndex={-1} className="site-page bg-warm">
      <div className="site-wrap grid min-h-[70svh] content-center justify-items-start gap-5 py-24">
        <h1 className="site-display">The form is too large</h1>
        <p className="site-lead">
          Nothing was changed. Go back; your entries are kept. Shorten them and send again.
        </p>
      </div>
    </main>
  )
}
