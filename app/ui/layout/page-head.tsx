import type { ReactNode } from 'react'
import { Link, type To } from 'react-router'
import { grouped } from '../../values/grouped.ts'
import { Icon } from '../icon.tsx'

type Props = {
  title: ReactNode
  /** The number of entries of a list. */
  count?: ReactNode
  lead?: ReactNode
  /** A link above the title to the parent page. */
  back?: { to: To; label: string }
  /** Buttons at the right; on phones in the office only their icons remain, except with the class `keeps-words`. */
  actions?: ReactNode
}

export function PageHead({ title, count, lead, back, actions }: Props) {
  return (
    <header className="mb-6 in-data-[shell=office]:mb-5 max-md:mb-4">
      {back && (
        <Link
          to={back.to}
          data-print="no"
          className="mb-2.5 inline-flex min-h-7 items-center gap-1.5 text-xs text-muted hover:underline"
        >
          <Icon name="chevron-left" size="tiny" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-end gap-x-6 gap-y-3 in-data-[shell=office]:items-center max-md:min-[24rem]:not-has-[.keeps-words]:in-data-[shell=office]:flex-nowrap">
        <div className="min-w-0 flex-[1_1_16rem] max-md:in-data-[shell=office]:basis-40 max-md:min-[24rem]:in-data-[shell=office]:shrink-0">
          <h1 className="font-display text-[clamp(1.625rem,1.4rem+1vw,2.125rem)] leading-[1.15] font-normal tracking-[-0.022em] wrap-break-word in-data-[shell=office]:text-2xl max-md:in-data-[shell=office]:text-[1.375rem]">
            {title}{' '}
            {count !== undefined && (
              <span className="num ms-0.5 font-sans text-base leading-none font-[450] tracking-normal text-muted">
                {typeof count === 'number' ? grouped(count) : count}
              </span>
            )}
          </h1>
          {lead && <p className="mt-1.5 text-muted max-md:mt-1 max-md:text-sm">{lead}</p>}
        </div>
        {actions && (
          <div
            data-print="no"
            className="page-actions flex flex-wrap items-center gap-2 max-md:has-[.keeps-words]:w-full"
          >
            {actions}
          </div>
        )}
      </div>
    </header>
  )
}
