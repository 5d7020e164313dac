import type { ReactNode } from 'react'
import { SectionTitle } from '../../ui/layout/panel.tsx'
import { counted } from '../../values/counted.ts'

type Part = { id: string; title: string; problems: number }

/** A long form next to its table of contents, which marks parts with errors. */
export function LongForm({ parts, children }: { parts: Part[]; children: ReactNode }) {
  return (
    <div className="grid items-start gap-x-10 @min-[52rem]/main:grid-cols-[10.5rem_minmax(0,1fr)]">
      <nav
        aria-label="Parts of this form"
        className="sticky top-6 grid text-sm @max-[52rem]/main:hidden"
      >
        {parts.map(({ id, title, problems }) => (
          <a
            key={id}
            href={`#${id}`}
            className="flex min-h-8.5 items-center justify-between border-s border-line ps-3 text-muted no-underline hover:border-text hover:text-text"
          >
            {title}
            {problems > 0 && (
              <span className="size-1.75 rounded-full bg-negative">
                <span className="sr-only">, {counted(problems, 'problem')}</span>
              </span>
            )}
          </a>
        ))}
      </nav>
      <div className="min-w-0 max-w-[46rem]">{children}</div>
    </div>
  )
}

export function FormPart({
  id,
  title,
  children,
}: {
  id: string
  title: string
  children: ReactNode
}) {
  return (
    <section
      id={id}
      aria-label={title}
      className="grid scroll-mt-6 gap-4 pb-8 not-first-of-type:border-t not-first-of-type:border-line not-first-of-type:pt-6 max-md:scroll-mt-16 **:[button,input,select,textarea]:scroll-mb-32"
    >
      <SectionTitle>{title}</SectionTitle>
      {children}
    </section>
  )
}

/** Sticky bar with the form's buttons. */
export function FormBar({ children }: { children: ReactNode }) {
  return (
    <div className="save-bar sticky bottom-0 z-12 flex flex-wrap items-center justify-end gap-x-2 gap-y-2 border-t border-line bg-ground py-3 max-md:-mx-4 max-md:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-md:px-4">
      {children}
    </div>
  )
}
