import type { ReactNode } from 'react'

type Props = {
  label: string
  sums: readonly (readonly [label: string, figure: ReactNode])[]
  /** What is counted. */
  children: ReactNode
}

/** One line with the number and the amounts of a filtered list. */
export function ListSum({ label, sums, children }: Props) {
  return (
    <section
      aria-label={label}
      className="mb-3 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-xs"
    >
      <p className="num font-[560]">{children}</p>
      <dl className="flex flex-wrap gap-x-5 gap-y-1">
        {sums.map(([name, figure]) => (
          <div key={name} className="flex gap-1.5">
            <dt className="text-muted">{name}</dt>
            <dd className="num font-[560]">{figure}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
