import type { ReactNode } from 'react'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'

type LineProps = {
  icon: IconName
  tone: string
  words: string
  to: string
  act?: string
  children: ReactNode
}

/** Something that waits for the office, with the button that leads there. */
export function AttentionLine({ icon, tone, words, to, act = 'Show', children }: LineProps) {
  return (
    <li className="grid min-h-13 grid-cols-[1.125rem_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5">
      <Icon name={icon} className={`size-4.5! ${tone}`} />
      <div className="min-w-0">
        <p className="font-[560]">{words}</p>
        <p className="text-xs text-muted">{children}</p>
      </div>
      <ButtonLink to={to} size="small" aria-label={`${act}: ${words}`}>
        {act}
      </ButtonLink>
    </li>
  )
}
