import type { ReactNode } from 'react'
import { Picture, type PictureSource } from '../../ui/picture.tsx'
import { useLeftOut } from './data-saver.ts'

type Props = { source: PictureSource; alt: string; sizes: string; className: string }
/** What frames its words where nothing else does. */
type Spared = Props & { frame?: string }

/**
 * A picture of the portal; with the data saver its words, and a way to fetch this one. A closed `<details>` fetches no
 * lazy picture, so that it needs no script.
 */
export function SparedPicture({ source, alt, sizes, className, frame = '' }: Spared) {
  const picture = <Picture source={source} alt={alt} sizes={sizes} className={className} />
  if (!useLeftOut()) return picture
  return (
    <details className={`group bg-surface ${frame}`}>
      <summary className="grid min-h-11 cursor-pointer list-none content-center gap-1 p-3 group-open:justify-items-end text-center text-xs text-muted group-not-open:aspect-3/2 [&::-webkit-details-marker]:hidden">
        <span className="group-open:hidden">{alt}</span>
        <span className="font-medium text-link underline underline-offset-2">
          <span className="group-open:hidden">Show picture</span>
          <span className="not-group-open:hidden">Leave it out again</span>
        </span>
      </summary>
      {picture}
    </details>
  )
}

/** A picture that only adorns what stands beside it: with the data saver, what stands there without one. */
export function AdorningPicture({ source, instead, ...shown }: Omit<Props, 'alt' | 'source'> & Adorning) {
  const isLeftOut = useLeftOut()
  return source && !isLeftOut ? <Picture source={source} alt="" {...shown} /> : instead
}
type Adorning = { source: PictureSource | null; instead: ReactNode }
