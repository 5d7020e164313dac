import { type MouseEvent, type ReactNode, useState } from 'react'
import type { ShownPicture } from '../../domain/projects/picture.ts'
import { Picture, type PictureSource } from '../../ui/picture.tsx'
import { useLeftOut } from './data-saver.ts'

type Props = { source: PictureSource; alt: string; sizes: string; className: string }
/** `frame`: classes of the placeholder. `opens`: it links to the full picture. */
type DeferredProps = Omit<Props, 'source'> & {
  source: ShownPicture
  frame?: string
  opens?: boolean
}

/**
 * A picture or, with the data saver, its alt text with a button to load it. Without JavaScript a
 * link, because browsers may fetch lazy images anyway.
 */
export function DeferredPicture({
  source,
  alt,
  sizes,
  className,
  frame = '',
  opens = false,
}: DeferredProps) {
  const [isRequested, setRequested] = useState(false)
  if (!useLeftOut() || isRequested) {
    const picture = <Picture source={source} alt={alt} sizes={sizes} className={className} />
    if (!opens) return picture
    return (
      <a
        href={`/pictures/${source.id}/${source.widths.at(-1)}.webp`}
        target="_blank"
        rel="noopener"
        className="block"
      >
        {picture}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    )
  }
  const show = (event: MouseEvent) => {
    event.preventDefault()
    setRequested(true)
  }
  return (
    <a
      href={`/pictures/${source.id}/${source.widths.find((width) => width >= enough) ?? source.widths.at(-1)}.webp`}
      onClick={show}
      className={`grid aspect-3/2 content-center gap-1 bg-surface p-3 text-center text-xs text-muted ${frame}`}
    >
      <span>{alt}</span>
      <span className="font-medium text-link underline underline-offset-2">Show picture</span>
    </a>
  )
}

/** Pixels: sharp on a phone and small to download. */
const enough = 480

/** A decorative picture; with the data saver, its replacement. */
export function DecorativePicture({
  source,
  instead,
  ...shown
}: Omit<Props, 'alt' | 'source'> & DecorativeProps) {
  const isLeftOut = useLeftOut()
  return source && !isLeftOut ? <Picture source={source} alt="" {...shown} /> : instead
}
type DecorativeProps = { source: PictureSource | null; instead: ReactNode; eager?: boolean }
