import type { ReactNode } from 'react'
import { type SectionId, sectionTitles } from './labels.ts'

export function Setting({
  id,
  lead,
  children,
}: {
  id: SectionId
  lead: string
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-4 grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-3.5 border-t border-line py-5 @min-[48rem]/main:grid-cols-[minmax(0,15rem)_minmax(0,1fr)] max-md:scroll-mt-16"
    >
      <header>
        <h2 id={`${id}-title`} className="text-md leading-[1.4] font-semibold tracking-[-0.006em]">
          {sectionTitles[id]}
        </h2>
        <p className="mt-1 max-w-[34ch] text-xs text-muted">{lead}</p>
      </header>
      <div className="grid max-w-[34rem] grid-cols-[minmax(0,1fr)] gap-4 **:[button,input,textarea]:scroll-mb-32">
        {children}
      </div>
    </section>
  )
}
