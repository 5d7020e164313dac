import { createContext, use } from 'react'
import type { allIconPaths } from './all-icon-paths.ts'
import { iconPaths } from './icon-paths.ts'

export type IconName = keyof typeof allIconPaths

/** The drawings that can be shown below: those of a public first view, unless a part or a frame hands down more. */
export const IconPaths = createContext<Partial<Record<IconName, string>>>(iconPaths)

const sizes = { tiny: 'size-3.5', small: 'size-4', normal: 'size-5', large: 'size-6' }

/** A line drawing in the colour of the text. Decoration: the words beside it, or the button's label, say it. */
export function Icon({
  name,
  size = 'normal',
  className = '',
}: {
  name: IconName
  size?: keyof typeof sizes
  className?: string
}) {
  const paths = use(IconPaths)
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      className={`${sizes[size]} flex-none fill-none stroke-current ${className}`}
      strokeWidth={name === 'more' ? 2.5 : 1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={paths[name]} vectorEffect="non-scaling-stroke" />
    </svg>
  )
}
