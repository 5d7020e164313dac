import { Link } from 'react-router'
import type { Company } from '../../domain/company/company.ts'
import { Picture } from '../../ui/picture.tsx'
import type { SuppliedPicture } from '../../ui/pictures.ts'

const values = [
  {
    name: 'Transparency',
    text: 'Every payment and document is in your portal, at any time.',
  },
  {
    name: 'Quality',
    text: 'We build what we would like to own ourselves, and maintain it.',
  },
  { name: 'Community', text: 'Homes, shops and jobs in the streets our investors come from.' },
]

export function About({ company, picture }: { company: Company; picture: SuppliedPicture }) {
  return (
    <section className="site-section" id="about" aria-labelledby="about-title">
      <div className="site-wrap grid gap-10 min-[60rem]:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] min-[60rem]:items-end min-[60rem]:gap-x-(--columns) min-[60rem]:gap-y-18">
        {company.foundedYear !== null && (
          <p>
            <span className="block pb-6 text-xs font-medium text-muted">Founded in</span>
            <span className="num block font-display text-[min(39vw,15rem)] leading-[0.8] font-normal tracking-[-0.055em] -ml-[0.04em]">
              {company.foundedYear}
            </span>
          </p>
        )}
        <div className="grid gap-4">
          <h2
            className="font-display text-step-4 leading-[1.04] font-normal tracking-[-0.025em]"
            id="about-title"
          >
            About us
          </h2>
          <p className="site-lead">{company.about}</p>
          <p>
            <Link to="/check-us" className="site-underlined text-link">
              How to check us
            </Link>
          </p>
        </div>
        <div className="overflow-hidden rounded-card">
          <Picture
            source={picture}
            alt={picture.alt}
            sizes="(width >= 60rem) 70vw, 120vw"
            className="aspect-4/3 w-full object-cover object-[42%_60%] min-[60rem]:aspect-[5/4.2]"
          />
        </div>
        <dl className="site-ruled">
          {values.map(({ name, text }) => (
            <div
              key={name}
              className="grid gap-x-4 gap-y-1 py-4.5 md:grid-cols-[10rem_1fr] md:items-baseline md:py-5.5"
            >
              <dt className="font-display text-[1.375rem] leading-tight tracking-[-0.014em]">
                {name}
              </dt>
              <dd className="text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  )
}
