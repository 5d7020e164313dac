import { preload } from 'react-dom'

/** Supplied pictures (public/pictures) by name, uploads by id. An upload has no AVIF at first. */
export type PictureSource = ({ name: string } | { id: string }) & {
  widths: readonly number[]
  avifWidths: readonly number[]
  width: number
  height: number
  /** A data address of a few blurred pixels. */
  placeholder: string
}

/** Lazy unless `eager`, which preloads the main picture of a first view. `narrow` is another crop below 768 px. */
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
    <picture>
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

/** As AVIF only: other browsers ignore a preload of that type. */
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
