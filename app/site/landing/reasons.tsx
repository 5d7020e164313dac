import { Picture } from '../../ui/picture.tsx'
import type { SuppliedPicture } from '../../ui/pictures.ts'
import { type ValuePoint, valuePoints } from './value-points.tsx'

export function Reasons({ picture }: { picture: SuppliedPicture }) {
  return (
    <section className="site-section" aria-labelledby="reasons-title">
      <div className="site-wrap lg:grid lg:grid-cols-[minmax(0,4fr)_minmax(0,8fr)] lg:gap-x-[clamp(2rem,4vw,5rem)]">
        <div className="flex flex-col">
          <div className="grid gap-5 pb-[clamp(2rem,1.2rem+2.6vw,3.5rem)]">
            <h2 className="site-title" id="reasons-title">
              Why choose us
            </h2>
            <p className="site-lead">Buying far from home needs trust. Six reasons to trust us.</p>
          </div>
          <div className="relative min-h-80 flex-1 overflow-hidden rounded-card max-lg:hidden">
            <Picture
              source={picture}
              alt={picture.alt}
              sizes="(width >= 64rem) 75vw, 1px"
              className="absolute inset-0 size-full object-cover object-[74%_50%]"
            />
          </div>
        </div>
        <ul className="site-ruled grid md:grid-cols-2 md:gap-x-12 lg:gap-x-0">
          {valuePoints.map((point) => (
            <Reason key={point.title} point={point} />
          ))}
        </ul>
      </div>
    </section>
  )
}

function Reason({ point }: { point: ValuePoint }) {
  return (
    <li className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-5 py-6 max-[16em]:block lg:block lg:pt-9 lg:pb-13 lg:odd:pr-10 lg:even:border-l lg:even:border-line lg:even:pl-10 lg:nth-last-[-n+2]:pb-0">
      <svg
        aria-hidden="true"
        viewBox="0 0 48 48"
        className="size-12 fill-none stroke-link lg:size-14"
        strokeWidth="1.4"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {point.drawing}
      </svg>
      <div>
        <h3 className="site-name lg:pt-11">{point.title}</h3>
        <p className="max-w-104 pt-1.5 text-muted">{point.text}</p>
      </div>
    </li>
  )
}
