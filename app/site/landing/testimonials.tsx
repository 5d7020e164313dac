import { useRef } from 'react'
import type { Testimonial } from '../../domain/company/company.ts'
import { Count, StepButtons } from '../parts/gallery-controls.tsx'
import { PauseButton } from '../parts/pause-button.tsx'
import { useAutoplay } from '../parts/use-autoplay.ts'
import { useTrack } from '../parts/use-track.ts'

const eachShownMs = 5000

/** Hidden while there are none. */
export function Testimonials({
  testimonials,
  isDemo,
}: {
  testimonials: readonly Testimonial[]
  isDemo: boolean
}) {
  const root = useRef<HTMLElement>(null)
  const { track, at, show } = useTrack(testimonials.length)
  const hasSeveral = testimonials.length > 1
  const motion = useAutoplay(root, hasSeveral ? eachShownMs : undefined, () => show(at + 1))
  if (testimonials.length === 0) return null
  return (
    <section ref={root} className="site-section said" aria-labelledby="said-title">
      <div className="site-wrap">
        <div className="said__head">
          <h2 id="said-title">What investors say</h2>
          {isDemo && <span className="site-tag">Sample testimonials</span>}
        </div>
        <ul
          ref={track}
          className="track"
          tabIndex={hasSeveral ? 0 : undefined}
          aria-label="Testimonials"
        >
          {testimonials.map(({ quote, signedBy }) => (
            <li key={quote}>
              <figure>
                <blockquote>“{quote}”</blockquote>
                <figcaption className="signature">{signedBy}</figcaption>
              </figure>
            </li>
          ))}
        </ul>
        {hasSeveral && (
          <div className="said__controls needs-script">
            <StepButtons step={(by) => show(at + by)} className="round" noun="testimonial" />
            <PauseButton {...motion} noun="testimonials" className="round" />
            <Count at={at} of={testimonials.length} announced={!motion.playing} />
          </div>
        )}
      </div>
    </section>
  )
}
