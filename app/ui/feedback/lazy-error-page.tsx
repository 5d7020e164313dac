import { type ComponentType, lazy, Suspense } from 'react'

/** The error page of a whole document. Its script is loaded with the first error; no page waits for it. */
export function LazyErrorPage({ error }: { error: unknown }) {
  return (
    <Suspense>
      <ErrorPage error={error} />
    </Suspense>
  )
}

const ErrorPage: ComponentType<{ error: unknown }> = lazy(async () => ({
  default: await import('./error-page.tsx').then(
    (page) => page.ErrorPage,
    () => PlainestPage,
  ),
}))

/** Shown when even the error page's script cannot be loaded. */
function PlainestPage() {
  return (
    <main className="p-8">
      <h1>This page could not be shown</h1>
      <a href="?">Try again</a>
    </main>
  )
}
