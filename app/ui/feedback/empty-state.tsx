import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { isShortSearch } from '../../values/list-query.ts'
import { Icon, type IconName } from '../icon.tsx'

/** Shown for an empty list: what will appear, and what to do. */
export function EmptyState({
  icon,
  title,
  level = 2,
  children,
  action,
}: {
  icon: IconName
  title: string
  /** 1 for a whole page. */
  level?: 1 | 2
  children: ReactNode
  action?: ReactNode
}) {
  const Heading = `h${level}` as const
  return (
    <div className="grid justify-items-center gap-1 px-5 pt-9 pb-10 text-center">
      <Icon name={icon} size="large" className="mb-2 size-7! text-muted" />
      <Heading className="text-base font-semibold">{title}</Heading>
      <p className="max-w-[42ch] text-balance text-muted">{children}</p>
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}

/** Advice for a search of `?q=` without results. */
export function SearchAdvice({ children }: { children: ReactNode }) {
  const [parameters] = useSearchParams()
  return isShortSearch(parameters.get('q') ?? '')
    ? 'One or two letters match only the start of names and titles. Type three letters to search inside words.'
    : children
}
