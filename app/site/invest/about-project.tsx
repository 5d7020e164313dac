import { Link } from 'react-router'
import type { Offer } from '../../domain/investment-requests/request.ts'
import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import { Amount } from '../../ui/amount.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Picture } from '../../ui/picture.tsx'
import { FundedOfTarget } from '../listing/funded-of-target.tsx'
import { NoPicture } from '../parts/no-picture.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { Fact } from './frame.tsx'

type Props = { project: ListedProjectPage; left: Offer | null }

export function AboutProject({ project, left }: Props) {
  const { slug, name, location, status, completion, funded, target, cover, unitPrice } = project
  return (
    <aside
      className="overflow-hidden rounded-card border border-line bg-surface lg:sticky lg:top-[calc(var(--header)+1.5rem)] lg:mt-3"
      aria-label="Project"
    >
      <div className="relative aspect-video bg-warm">
        {cover ? (
          <Picture
            className="size-full object-cover object-[50%_30%]"
            source={cover}
            alt={cover.alt}
            sizes="(width >= 64rem) 22rem, 92vw"
          />
        ) : (
          <NoPicture />
        )}
      </div>
      <div className="grid gap-4 px-6 pt-5 pb-6">
        <div>
          <StatusBadge status={status} />
          <h2 className="site-name pt-2.5">{name}</h2>
          <p className="text-muted">{location}</p>
        </div>
        <dl>
          {unitPrice !== null && (
            <Fact label="Price of a unit" isSmall>
              <Amount cents={unitPrice} show="when-needed" />
            </Fact>
          )}
          {left !== null && <NotYetReserved offer={left} />}
          {completion !== null && (
            <Fact label="Completion" isSmall className="site-capital">
              {completion}
            </Fact>
          )}
        </dl>
        {funded !== null && <FundedOfTarget funded={funded} target={target} explains />}
        <Link
          to={`/investment/${slug}`}
          className="inline-flex min-h-11 items-center gap-2.5 font-medium"
        >
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
    <Fact label="Not yet reserved" isSmall className="num">
      {isWhole ? (
        `${left / unitPrice} of ${offered / unitPrice}`
      ) : (
        <>
          <Amount cents={left} show="when-needed" /> of{' '}
          <Amount cents={offered} show="when-needed" />
        </>
      )}
    </Fact>
  )
}
