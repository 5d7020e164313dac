import { ButtonLink } from '../button.tsx'
import { isNotFound } from '../fields/not-found.ts'
import { referenceOf } from '../fields/reference.ts'
import { isForbidden, isRefused } from '../fields/refused.ts'
import { PageTitle } from '../layout/page-title-element.tsx'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'

/** The error page within the shell of portal or office. */
export function AreaFault({
  error,
  home,
  reference,
}: {
  error: unknown
  home: string
  reference: string
}) {
  if (isNotFound(error)) return <NotInArea home={home} />
  if (isForbidden(error)) return <Forbidden home={home} />
  if (isRefused(error)) return <NotRead />
  return (
    <>
      <PageTitle>Something went wrong</PageTitle>
      <ErrorState
        title="This page could not be loaded"
        level={1}
        reference={referenceOf(error) ?? reference}
      >
        Confirmed changes are saved. Please try again later.
      </ErrorState>
    </>
  )
}

/** The error of a list that could not be read; an unknown address below it gets the not-found page. */
export function ListFault({ error, home, title }: { error: unknown; home: string; title: string }) {
  if (isNotFound(error)) return <NotInArea home={home} />
  if (isForbidden(error)) return <Forbidden home={home} />
  return isRefused(error) ? (
    <NotRead />
  ) : (
    <ErrorState title={title} level={1} reference={referenceOf(error)} />
  )
}

/** For a request no page sends. */
function NotRead() {
  return (
    <ErrorState title="Invalid request" level={1}>
      The request was not understood. Nothing was changed.
    </ErrorState>
  )
}

/** For staff whose roles do not include the page. */
function Forbidden({ home }: { home: string }) {
  return (
    <>
      <PageTitle>Not part of your role</PageTitle>
      <EmptyState
        icon="lock"
        title="Not part of your role"
        level={1}
        action={
          <ButtonLink to={home} look="primary">
            Return to the dashboard
          </ButtonLink>
        }
      >
        Your role does not include this page. An owner can change your roles in Manage Users.
      </EmptyState>
    </>
  )
}

/** Missing pages, and those of other users, look the same. */
export function NotInArea({ home }: { home: string }) {
  return (
    <>
      <PageTitle>Page not found</PageTitle>
      <EmptyState
        icon="search"
        title="Page not found"
        level={1}
        action={
          <ButtonLink to={home} look="primary">
            Return to the dashboard
          </ButtonLink>
        }
      >
        This page doesn’t exist, or you don’t have access to it.
      </EmptyState>
    </>
  )
}
