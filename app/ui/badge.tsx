import type { ReactNode } from 'react'

export type BadgeTone = 'grey' | 'green' | 'blue' | 'amber' | 'red'

const tones: Record<BadgeTone, string> = {
  grey: 'bg-tint-neutral before:bg-muted',
  green: 'bg-tint-positive before:bg-positive',
  blue: 'bg-tint-info before:bg-info',
  amber: 'bg-tint-warning before:bg-warning',
  red: 'bg-tint-negative before:bg-negative',
}

/** A dot and a word, so that colour is never the only sign. `onPhoto` adds a solid background. */
export function Badge({
  tone = 'grey',
  onPhoto = false,
  children,
}: {
  tone?: BadgeTone
  onPhoto?: boolean
  children: ReactNode
}) {
  const ground = onPhoto
    ? 'bg-[color-mix(in_oklab,var(--surface)_94%,transparent)]! shadow-[0_1px_3px_oklch(0_0_0/0.16)]'
    : ''
  return (
    <span
      className={`inline-flex min-h-6 items-center gap-1.5 rounded-full ps-2 pe-2.25 text-2xs leading-none font-[520] whitespace-nowrap max-[19em]:whitespace-normal max-[19em]:py-1 text-text before:size-[0.4375rem] before:flex-none before:rounded-full in-data-[shell=office]:min-h-5.5 ${tones[tone]} ${ground}`}
    >
      {children}
    </span>
  )
}

export function NewMark() {
  return (
    <span className="text-xs font-semibold whitespace-nowrap text-accent before:me-1.25 before:inline-block before:size-1.5 before:rounded-full before:bg-current before:align-[0.09em]">
      New
    </span>
  )
}
