import type { ReactNode } from 'react'

/** A group of settings: description left, controls right. A panel in the portal, a row in the office. */
export function SettingPanel({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead?: ReactNode
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-4 gap-x-10 gap-y-3.5 max-md:scroll-mt-16 @min-[48rem]/main:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] in-data-[shell=office]:border-t in-data-[shell=office]:border-line in-data-[shell=office]:py-5 in-data-[shell=portal]:mb-5 in-data-[shell=portal]:rounded-card in-data-[shell=portal]:border in-data-[shell=portal]:border-line in-data-[shell=portal]:bg-surface in-data-[shell=portal]:p-(--pad)"
    >
      <header>
        <h2
          id={`${id}-title`}
          className="text-base leading-[1.4] font-semibold tracking-[-0.006em] in-data-[shell=office]:text-md"
        >
          {title}
        </h2>
        {lead && <p className="mt-1 max-w-[34ch] text-xs text-muted">{lead}</p>}
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  )
}
