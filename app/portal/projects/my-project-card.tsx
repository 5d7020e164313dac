import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { MyProject } from '../../domain/investments/my-projects.server.ts'
import { Amount } from '../../ui/amount.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Card, CardBody, CardFoot, CardPhoto } from '../../ui/layout/card.tsx'
import { counted } from '../../values/counted.ts'
import { DeferredPicture } from '../parts/deferred-picture.tsx'
import { projectBadges } from '../parts/labels.ts'
import { UpdateDays } from '../parts/update-days.tsx'

const sizes = '(width >= 64rem) 24rem, (width >= 40rem) 45vw, 92vw'

export function MyProjectCard({ project }: { project: MyProject }) {
  const { id, slug, name, location, status, progress, value, completion } = project
  const { cover, mine, investments, promise } = project
  const badge = projectBadges[status]
  return (
    <Card aria-labelledby={`project-${id}`}>
      <CardPhoto
        badge={
          <Badge tone={badge.tone} onPhoto>
            {badge.label}
          </Badge>
        }
      >
        {cover ? (
          <DeferredPicture
            source={cover}
            alt={cover.alt}
            sizes={sizes}
            className="aspect-4/3 w-full object-cover"
          />
        ) : (
          <div className="grid aspect-4/3 place-items-center text-muted">
            <Icon name="projects" size="large" />
          </div>
        )}
      </CardPhoto>
      <CardBody>
        <h2
          id={`project-${id}`}
          className="font-display text-xl leading-tight font-normal tracking-[-0.012em] wrap-anywhere"
        >
          <bdi>{name}</bdi>
        </h2>
        <p className="text-sm text-muted wrap-anywhere">{location}</p>
        <div className="mt-3.5">
          <Progress value={progress} label={`Building progress of ${name}`} decimals={0}>
            Building progress
          </Progress>
        </div>
        <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 @max-[16rem]/main:grid-cols-1 @max-[16rem]/main:[&>dd]:text-start gap-y-1.5 border-t border-line-soft pt-3 text-sm">
          <Fact label="Project Value">
            <Amount cents={value} />
          </Fact>
          <Fact label="Expected Completion">
            {completion ?? (status === 'completed' ? 'Completed' : 'To be announced')}
          </Fact>
          <Fact label="Your share">
            <Amount cents={mine} show={investments > 1 ? 'whole' : 'when-needed'} />
            {investments > 1 && (
              <span className="block text-xs font-normal text-muted">
                {counted(investments, 'investment')}
              </span>
            )}
          </Fact>
        </dl>
        <UpdateDays promise={promise} className="mt-2.5" />
      </CardBody>
      {slug !== null && (
        <CardFoot>
          <Link
            to={`/investment/${slug}`}
            className="inline-flex min-h-9 items-center text-sm font-medium text-link hover:underline max-sm:min-h-11"
          >
            View Details<span className="sr-only"> of {name}</span>
          </Link>
        </CardFoot>
      )}
    </Card>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{label}</dt>
      <dd className="num text-end font-[550] text-balance wrap-anywhere first-letter:uppercase">
        {children}
      </dd>
    </>
  )
}
