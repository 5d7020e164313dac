import { Link, useSearchParams } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useMayOpen } from './use-access.ts'

type Props = {
  to: string
}

/** Exports the list as filtered, all its pages. */
export function ExportLink({ to }: Props) {
  return (
    <Link to={`${to}${useListFilter()}`} reloadDocument className={buttonClass('secondary')}>
      <Icon name="download" size="small" />
      <span className="words">Export CSV</span>
    </Link>
  )
}

/** A second export below the list, such as "Export payments". */
export function AlsoExport({ to, children }: Props & { children: string }) {
  return (
    <Link
      to={`${to}${useListFilter()}`}
      reloadDocument
      className="mt-3 inline-flex min-h-8 items-center gap-2 text-xs text-link underline underline-offset-2 max-md:min-h-11"
    >
      <Icon name="download" size="small" />
      {children}
    </Link>
  )
}

function useListFilter() {
  const [params] = useSearchParams()
  const query = new URLSearchParams(params)
  query.delete('page')
  return query.size > 0 ? `?${query}` : ''
}

export function ImportLink({ to }: Props) {
  if (!useMayOpen(String(to))) return null
  return (
    <Link to={to} className={buttonClass('secondary')}>
      <Icon name="upload" size="small" />
      <span className="words">Import CSV</span>
    </Link>
  )
}
