import { useRef } from 'react'
import type { Testimonial } from '../../domain/company/company.ts'
import { Count, StepButtons } from '../parts/gallery-controls.tsx'
import { PauseButton } from '../parts/pause-button.tsx'
import { useAutoplay } from '../parts/use-autoplay.ts'
import { useTrack } from '../parts/use-track.ts'

const eachShownMs = 5000

const words =
  '*:pe-8 [&_.signature]:pt-7 [&_.signature]:text-base [&_blockquote]:max-w-[20em] [&_blockquote]:font-display [&_blockquote]:text-[clamp(1.75rem,1.25rem+2.3vw,3.25rem)] [&_blockquote]:leading-[1.16] [&_blockquote]:font-normal [&_blockquote]:tracking-[-0.022em] [&_blockquote]:text-pretty'

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
    <section
      ref={root}
      className="site-section said bg-forest text-on-forest [--focus:var(--forest-focus)] [--line-round:oklch(1_0_0/0.4)] [--text-muted:var(--on-forest-muted)]"
      aria-labelledby="said-title"
    >
      <div className="site-wrap">
        <div className="flex items-center justify-between gap-4 pb-[clamp(2.25rem,1.5rem+3vw,4.5rem)] text-on-forest-muted">
          <h2 id="said-title" className="text-xs font-medium">
            What investors say
          </h2>
          {isDemo && <span className="site-tag">Sample testimonials</span>}
        </div>
        <ul
          ref={track}
          className={`track ${words}`}
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
          <div className="needs-script flex items-center gap-2 pt-[clamp(2.25rem,1.5rem+2vw,3.5rem)]">
            <StepButtons step={(by) => show(at + by)} className="round" noun="testimonial" />
            <PauseButton {...motion} noun="testimonials" className="round" />
            <Count at={at} of={testimonials.length} announced={!motion.playing} />
          </div>
        )}
      </div>
    </section>
  )
}
