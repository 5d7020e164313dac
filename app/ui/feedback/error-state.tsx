import { Link, useLocation } from 'react-router'
import { buttonClass } from '../button.tsx'
import { Icon } from '../icon.tsx'

/** Shown for a part that could not be loaded. */
export function ErrorState({
  title,
  level = 2,
  children = 'Please try again later.',
  reference,
}: {
  title: string
  /** 1 for a whole page. */
  level?: 1 | 2
  children?: string
  /** The log's reference. */
  reference?: string | undefined
}) {
  const { pathname, search } = useLocation()
  const Heading = `h${level}` as const
  return (
    <div role="alert" className="grid justify-items-center gap-1 px-5 pt-9 pb-10 text-center">
      <Icon name="alert" size="large" className="mb-2 size-7! text-negative" />
      <Heading className="text-base font-semibold">{title}</Heading>
      <p className="max-w-[42ch] text-balance text-muted">{children}</p>
      {reference && <p className="num text-xs text-muted">Reference {reference}</p>}
      <Link
        to={`${pathname}${search}`}
        reloadDocument
        className={buttonClass('secondary', 'normal', 'mt-3')}
      >
        <Icon name="refresh" size="small" />
        Try again
      </Link>
    </div>
  )
}
