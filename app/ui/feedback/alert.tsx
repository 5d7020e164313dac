import type { ReactNode } from 'react'
import { Icon, type IconName } from '../icon.tsx'

type Tone = 'info' | 'warning' | 'negative'

const tones: Record<Tone, { box: string; icon: string; name: IconName }> = {
  info: {
    box: 'bg-tint-info border-[color-mix(in_oklab,var(--info)_26%,var(--line))]',
    icon: 'text-info',
    name: 'info',
  },
  warning: {
    box: 'bg-tint-warning border-[color-mix(in_oklab,var(--warning)_30%,var(--line))]',
    icon: 'text-warning',
    name: 'warning',
  },
  negative: {
    box: 'bg-tint-negative border-[color-mix(in_oklab,var(--negative)_34%,var(--line))]',
    icon: 'text-negative',
    name: 'alert',
  },
}

/** A refusal (`negative`) is announced to screen readers. */
export function Alert({ tone = 'info', children }: { tone?: Tone; children: ReactNode }) {
  const { box, icon, name } = tones[tone]
  return (
    <div
      role={tone === 'negative' ? 'alert' : undefined}
      className={`flex items-start gap-3 rounded-card border px-4 py-3 ${box}`}
    >
      <Icon name={name} className={`mt-px ${icon}`} />
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  )
}
