import { Link } from 'react-router'
import type { Offer } from '../../domain/investment-requests/request.ts'
import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import { Amount } from '../../ui/amount.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { FundedOfTarget } from '../listing/funded-of-target.tsx'
import { NoPicture } from '../parts/no-picture.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'

type Props = { project: ListedProjectPage; left: Offer | null }

/** The project beside the form: what it costs, what is still to be had, when it is complete. */
export function AboutProject({ project, left }: Props) {
  const { slug, name, location, status, completion, funded, target, cover, unitPrice } = project
  return (
    <aside className="invest__about" aria-label="Project">
      <div className="invest__picture">
        {cover ? (
          <Picture source={cover} alt={cover.alt} sizes="(width >= 64rem) 22rem, 92vw" />
        ) : (
          <NoPicture />
        )}
      </div>
      <div className="invest__about-body">
        <div>
          <StatusBadge status={status} />
          <h2 className="site-name">{name}</h2>
          <p className="text-muted">{location}</p>
        </div>
        <dl className="invest__facts invest__facts--small">
          {unitPrice !== null && (
            <div>
              <dt>Price of a unit</dt>
              <dd>
                <Amount cents={unitPrice} show="when-needed" className="num" />
              </dd>
            </div>
          )}
          {left !== null && <NotYetReserved offer={left} />}
          {completion !== null && (
            <div>
              <dt>Completion</dt>
              <dd className="site-capital">{completion}</dd>
            </div>
          )}
        </dl>
        {funded !== null && <FundedOfTarget funded={funded} target={target} />}
        <Link to={`/investment/${slug}`} className="invest__more">
          <span className="site-underlined">View Details</span>
          <Icon name="arrow-right" size="small" />
        </Link>
      </div>
    </aside>
  )
}

function NotYetReserved({ offer: { left, offered, unitPrice } }: { offer: Offer }) {
  if (left === null || offered === null) return null
  const isWhole = unitPrice !== null && left % unitPrice === 0n && offered % unitPrice === 0n
  return (
    <div>
      <dt>Not yet reserved</dt>
      <dd className="num">
        {isWhole ? (
          `${left / unitPrice} of ${offered / unitPrice}`
        ) : (
          <>
            <Amount cents={left} show="when-needed" /> of{' '}
            <Amount cents={offered} show="when-needed" />
          </>
        )}
      </dd>
    </div>
  )
}
