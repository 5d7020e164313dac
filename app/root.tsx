import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteError } from 'react-router'
import fraunces from '../build/fonts/fraunces-basic.woff2?url'
import inter from '../build/fonts/inter-basic.woff2?url'
import type { Route } from './+types/root'
import { companyBranding } from './domain/company/company-branding.server.ts'
import { guestQuery } from './platform/session/session.server.ts'
import { keepPageOnFailure } from './ui/connection/keep-page.ts'
import { LazyErrorPage } from './ui/feedback/lazy-error-page.tsx'
import { LostNotice } from './ui/feedback/lost-notice.tsx'
import { NavigationProgress } from './ui/feedback/navigation-progress.tsx'
import { countForms } from './ui/fields/pending-forms.ts'
import { PageIcons } from './ui/layout/page-icons.tsx'
import faultSheet from './ui/styles/fault.css?url'
import rootSheet from './ui/styles/root.css?url'

/**
 * Every page has two sheets, this one and that of its area or route (ui/styles/classes.css). Sheets are linked by layouts
 * and routes; a lazy import would make the bundler link them again in the wrong order.
 */
export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: rootSheet },
  ...[inter, fraunces].map((href) => ({
    rel: 'preload' as const,
    as: 'font' as const,
    type: 'font/woff2' as const,
    href,
    crossOrigin: 'anonymous' as const,
    // Style sheet and main image come first, and the font soon enough that no text moves.
    fetchPriority: 'low' as const,
  })),
]

/** Branding, shown on every page. */
export async function loader({ context }: Route.LoaderArgs) {
  return { look: await companyBranding((work) => guestQuery(context, work)) }
}

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [countForms, keepPageOnFailure]

export function Layout({ children }: { children: ReactNode }) {
  const hasFailed = Boolean(useRouteError())
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0e1612" />
        <Meta />
        <Links />
        {hasFailed && <link rel="stylesheet" href={faultSheet} />}
        <PageIcons />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <LostNotice />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <LazyErrorPage error={error} />
}
