import { createContext, use } from 'react'
import type { allIconPaths } from './all-icon-paths.ts'
import { iconPaths } from './icon-paths.ts'

export type IconName = keyof typeof allIconPaths

/** The available icons: those of a public first view, unless a parent provides more. */
export const IconPaths = createContext<Partial<Record<IconName, string>>>(iconPaths)

const sizes = { tiny: 'size-3.5', small: 'size-4', normal: 'size-5', large: 'size-6' }

/** Decorative: a label or text next to it carries the meaning. */
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
