import type { ReactNode } from 'react'

/** Lists the effects of an action before it is carried out. */
export function Consequences({ children }: { children: ReactNode }) {
  return (
    <section className="col-span-full grid gap-1 rounded-control bg-surface-2 px-3.5 py-3 text-xs">
      <h3 className="font-[580]">What this does</h3>
      <dl className="grid gap-0.75">{children}</dl>
    </section>
  )
}

export function Consequence({
  of,
  was,
  children,
}: {
  of: ReactNode
  was?: ReactNode
  children: ReactNode
}) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="max-w-[55%] flex-none text-muted wrap-anywhere">{of}</dt>
      <dd className="num text-end">
        {was && <span className="me-1.5 text-muted">was {was}</span>} {children}
      </dd>
    </div>
  )
}
