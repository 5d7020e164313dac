/**
 * What a picture needs to be shown before a byte of it has arrived. Files stand at every one of `widths` as AVIF and
 * WebP: a supplied picture (public/pictures) by name, an uploaded one by id.
 */
export type PictureSource = ({ name: string } | { id: string }) & {
  widths: readonly number[]
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
  return (
    <>
      {eager ? <Preload source={source} sizes={sizes} media={narrow ? wide : undefined} /> : null}
      {eager && narrow ? <Preload source={narrow} sizes={sizes} media={small} /> : null}
      <picture className="contents">
        {narrow ? <source media={small} type="image/avif" srcSet={srcSet(narrow, 'avif')} sizes={sizes} /> : null}
        {narrow ? <source media={small} type="image/webp" srcSet={srcSet(narrow, 'webp')} sizes={sizes} /> : null}
        <source type="image/avif" srcSet={srcSet(source, 'avif')} sizes={sizes} />
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
    </>
  )
}

const small = '(width < 48rem)'
const wide = '(width >= 48rem)'

function Preload({ source, sizes, media }: { source: PictureSource; sizes: string; media: string | undefined }) {
  return (
    <link
      rel="preload"
      as="image"
      type="image/avif"
      imageSrcSet={srcSet(source, 'avif')}
      imageSizes={sizes}
      media={media}
      fetchPriority="high"
    />
  )
}

function srcSet(source: PictureSource, format: 'avif' | 'webp'): string {
  return source.widths.map((width) => `${address(source, width, format)} ${width}w`).join(', ')
}

function address(source: PictureSource, width: number, format: 'avif' | 'webp'): string {
  const stem = 'id' in source ? `/pictures/${source.id}/` : `/pictures/${source.name}-`
  return `${stem}${width}.${format}`
}
