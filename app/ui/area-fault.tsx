import { ButtonLink } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'

/** What stands in the shell of portal or office in place of a page: it does not exist, or it could not be loaded. */
export function AreaFault({ missing, home, reference }: { missing: boolean; home: string; reference: string }) {
  if (!missing) {
    return (
      <>
        <title>Something went wrong · Msingi</title>
        <ErrorState title="This page could not be loaded" reference={reference}>
          What was confirmed before is safe. Please try again later.
        </ErrorState>
      </>
    )
  }
  return (
    <>
      <title>Page not found · Msingi</title>
      <EmptyState
        icon="search"
        title="Page not found"
        action={
          <ButtonLink to={home} look="primary">
            Return to the dashboard
          </ButtonLink>
        }
      >
        This address leads nowhere, or what stood here is not yours to see.
      </EmptyState>
    </>
  )
}
