import { Link, useSearchParams } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

type Props = {
  /** Where the file is. */
  to: string
  words?: string
  icon?: IconName
}

/** A plain link: what the list shows now, all its pages, as a file. */
export function ExportLink({ to, words = 'Export CSV', icon = 'download' }: Props) {
  const [params] = useSearchParams()
  const asked = new URLSearchParams(params)
  asked.delete('page')
  return (
    <Link to={`${to}${asked.size > 0 ? `?${asked}` : ''}`} reloadDocument className={buttonClass('secondary')}>
      <Icon name={icon} size="small" />
      <span className="words">{words}</span>
    </Link>
  )
}
