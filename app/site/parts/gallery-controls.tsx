import type { CSSProperties, ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { GalleryPicture } from './gallery-picture.ts'

/** `noun`: what the buttons step through. */
export function StepButtons(props: {
  step: (by: 1 | -1) => void
  className: string
  noun?: string
  children?: ReactNode
}) {
  const { step, className, noun = 'picture', children } = props
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={`Previous ${noun}`}
        onClick={() => step(-1)}
      >
        <Icon name="arrow-left" />
      </button>
      {children}
      <button
        type="button"
        className={className}
        aria-label={`Next ${noun}`}
        onClick={() => step(1)}
      >
        <Icon name="arrow-right" />
      </button>
    </>
  )
}

/** Announced when stepping manually, not during autoplay. */
export function Count({ at, of, announced }: { at: number; of: number; announced: boolean }) {
  return (
    <span className="gallery__count num" aria-live={announced ? 'polite' : 'off'}>
      {at + 1} / {of}
    </span>
  )
}

type Choice = { pictures: readonly GalleryPicture[]; at: number; show: (index: number) => void }

/** One segment per picture. */
export function Dots({ pictures, at, show }: Choice) {
  return (
    <ul
      className="gallery__dots needs-script"
      aria-label="Choose a picture"
      style={{ '--dots': pictures.length } as CSSProperties}
    >
      {pictures.map(({ id, projectName }, index) => (
        <li key={id}>
          <button
            type="button"
            aria-label={`Picture ${index + 1} of ${pictures.length}${projectName ? `, ${projectName}` : ''}`}
            aria-current={index === at ? 'true' : undefined}
            onClick={() => show(index)}
          />
        </li>
      ))}
    </ul>
  )
}

/** Project and description of the current picture. */
export function Caption({ picture: { projectName, slug, alt } }: { picture: GalleryPicture }) {
  return (
    <p className="gallery__caption">
      {projectName && slug && (
        <Link to={`/investment/${slug}`} className="gallery__name">
          {projectName}
        </Link>
      )}
      <span aria-hidden="true" className="gallery__sight">
        {alt}
      </span>
    </p>
  )
}

/** Thumbnails on wide screens. */
export function Thumbnails({ pictures, at, show }: Choice) {
  return (
    <ul className="gallery__thumbnails needs-script" aria-label="Choose a picture">
      {pictures.map((picture, index) => (
        <li key={picture.id}>
          <button
            type="button"
            aria-label={`Picture ${index + 1} of ${pictures.length}`}
            aria-current={index === at ? 'true' : undefined}
            onClick={() => show(index)}
          >
            <Picture source={picture} alt="" sizes="9rem" />
          </button>
        </li>
      ))}
    </ul>
  )
}
