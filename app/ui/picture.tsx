import { preload } from 'react-dom'

/**
 * What a picture needs to be shown before a byte of it has arrived: a supplied one (public/pictures) by name, an uploaded
 * one by id. There is a WebP file of each of `widths`; an upload has no AVIF.
 */
export type PictureSource = ({ name: string } | { id: string }) & {
  widths: readonly number[]
  avifWidths: readonly number[]
  width: number
  height: number
  /** A few blurred pixels as a data address. */
  placeholder: string
}

/**
 * A picture in the format and width that suits the screen. Lazy unless `eager`, which is for the one picture a first
 * view waits for: that one is preloaded. `narrow` is another cut for screens under 768 px.
 */
export function Picture(props: {
  source: PictureSource
  narrow?: PictureSource
  alt: string
  sizes: string
  eager?: boolean
  className?: string
}) {
  const { source, narrow, alt, sizes, eager = false, className } = props
  const widest = source.widths.at(-1) ?? source.width
  if (eager) preloadPicture(source, sizes, narrow ? wide : undefined)
  if (eager && narrow) preloadPicture(narrow, sizes, small)
  return (
    // In a grid a source would be a line of its own above the picture: no browser hides it by itself.
    <picture className="contents [&>source]:hidden">
      {narrow ? (
        <>
          <AvifSource source={narrow} sizes={sizes} media={small} />
          <source media={small} type="image/webp" srcSet={srcSet(narrow, 'webp')} sizes={sizes} />
        </>
      ) : null}
      <AvifSource source={source} sizes={sizes} />
      <img
        src={address(source, widest, 'webp')}
        srcSet={srcSet(source, 'webp')}
        sizes={sizes}
        width={source.width}
        height={source.height}
        alt={alt}
        loading={eager ? 'eager' : 'lazy'}
        decoding={eager ? 'auto' : 'async'}
        fetchPriority={eager ? 'high' : 'auto'}
        className={className}
        style={{ background: `center / cover no-repeat url(${source.placeholder})` }}
      />
    </picture>
  )
}

const small = '(width < 48rem)'
const wide = '(width >= 48rem)'

function AvifSource({
  source,
  sizes,
  media,
}: {
  source: PictureSource
  sizes: string
  media?: string
}) {
  if (source.avifWidths.length === 0) return null
  return <source media={media} type="image/avif" srcSet={srcSet(source, 'avif')} sizes={sizes} />
}

/** Only as AVIF: a browser that cannot show it leaves a preload of that type alone. */
function preloadPicture(source: PictureSource, sizes: string, media: string | undefined) {
  const widest = source.avifWidths.at(-1)
  if (widest === undefined) return
  preload(address(source, widest, 'avif'), {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: srcSet(source, 'avif'),
    imageSizes: sizes,
    fetchPriority: 'high',
    ...(media === undefined ? {} : { media }),
  })
}

function srcSet(source: PictureSource, format: 'avif' | 'webp'): string {
  const widths = format === 'avif' ? source.avifWidths : source.widths
  return widths.map((width) => `${address(source, width, format)} ${width}w`).join(', ')
}

function address(source: PictureSource, width: number, format: 'avif' | 'webp'): string {
  const stem = 'id' in source ? `/pictures/${source.id}/` : `/pictures/${source.name}-`
  return `${stem}${width}.${format}`
}
