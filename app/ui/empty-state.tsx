import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon.tsx'

/** What stands where nothing is yet: what will appear here, and who to ask or what to do. */
export function EmptyState({
  icon,
  title,
  children,
  action,
}: {
  icon: IconName
  title: string
  children: ReactNode
  action?: ReactNode
}) {
  return (
    <div className="grid justify-items-center gap-1 px-5 pt-9 pb-10 text-center">
      <Icon name={icon} size="large" className="mb-2 size-7! text-muted" />
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="max-w-[42ch] text-balance text-muted">{children}</p>
      {action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
