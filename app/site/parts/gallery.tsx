import { useRef } from 'react'
import { Picture } from '../../ui/picture.tsx'
import { Caption, Count, Dots, StepButtons, Thumbnails } from './gallery-controls.tsx'
import type { GalleryPicture } from './gallery-picture.ts'
import { PauseButton } from './pause-button.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useAutoplay } from './use-autoplay.ts'
import { useTrack } from './use-track.ts'

type Props = {
  label: string
  pictures: readonly GalleryPicture[]
  sizes: string
  /** Autoplay interval in milliseconds. */
  autoplayMs?: number
  /** `featured`: the next picture is partly visible, with dots. `listing`: with thumbnails. */
  look: 'featured' | 'offer' | 'listing'
}

/** A carousel; without JavaScript a scrollable strip. Only the current and next pictures load. */
export function Gallery({ label, pictures, sizes, autoplayMs, look }: Props) {
  const root = useRef<HTMLElement>(null)
  const { track, at, reached, show } = useTrack(pictures.length)
  const step = (by: 1 | -1) => show(at + by)
  const isFeatured = look === 'featured'
  const hasSeveral = pictures.length > 1
  const motion = useAutoplay(root, hasSeveral ? autoplayMs : undefined, () => step(1))
  useArrowKeys(root, look !== 'offer', step)

  const shown = pictures[at]
  if (!shown) return null
  return (
    <section
      ref={root}
      className={`gallery gallery--${look}`}
      aria-roledescription="gallery"
      aria-label={label}
    >
      <ul
        ref={track}
        className="track"
        tabIndex={hasSeveral ? 0 : undefined}
        aria-label={`${label}, pictures`}
      >
        {pictures.map((picture, index) => (
          <Slide
            key={picture.id}
            picture={picture}
            sizes={sizes}
            isReached={reached.includes(index)}
            eager={look === 'listing' && index === 0}
          />
        ))}
      </ul>
      {isFeatured ? (
        <div className="site-wrap gallery__foot">
          {hasSeveral && <Dots pictures={pictures} at={at} show={show} />}
          <Caption picture={shown} />
          {hasSeveral && (
            <div className="gallery__controls needs-script">
              <Count at={at} of={pictures.length} announced={!motion.playing} />
              {autoplayMs && <PauseButton {...motion} noun="gallery" className="round" />}
              <StepButtons step={step} className="round" />
            </div>
          )}
        </div>
      ) : (
        hasSeveral && (
          <>
            <div className="gallery__corner needs-script">
              <StepButtons step={step} className="gallery__step">
                <Count at={at} of={pictures.length} announced />
              </StepButtons>
            </div>
            {look === 'listing' && <Thumbnails pictures={pictures} at={at} show={show} />}
          </>
        )
      )}
    </section>
  )
}

/** The picture or its blurred placeholder; without JavaScript lazily loaded. */
function Slide(props: {
  picture: GalleryPicture
  sizes: string
  isReached: boolean
  eager: boolean
}) {
  const { picture, sizes, isReached, eager } = props
  const full = <Picture source={picture} alt={picture.alt} sizes={sizes} eager={eager} />
  return (
    <li style={{ background: `center / cover no-repeat url(${picture.placeholder})` }}>
      {isReached ? full : <noscript>{full}</noscript>}
    </li>
  )
}
