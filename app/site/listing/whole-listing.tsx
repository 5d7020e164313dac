import { Link } from 'react-router'
import type { Milestone } from '../../domain/projects/milestone.ts'
import type { ProgressUpdate } from '../../domain/projects/progress-updates.server.ts'
import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import type { FreeUnit } from '../../domain/projects/unit.ts'
import type { VerificationItem } from '../../domain/verification/verification-item.ts'
import type { CalendarDate } from '../../values/calendar-date.ts'
import { Gallery } from '../parts/gallery.tsx'
import { NoPicture } from '../parts/no-picture.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { Features, ListingSummary, RiskWarning, Stages } from './facts.tsx'
import { Location } from './location.tsx'
import { Milestones } from './milestones.tsx'
import { PictureDates } from './picture-dates.tsx'
import { PriceBar, PricePanel } from './price.tsx'
import { Terms } from './terms.tsx'
import { Updates } from './updates.tsx'
import { Verification } from './verification.tsx'

/** Slightly below full width, so that most phones use a smaller file. */
const sizes = '(width >= 84rem) 80rem, (width >= 48rem) 90vw, 98vw'

type Props = {
  project: ListedProjectPage
  milestones: Milestone[]
  verification: VerificationItem[]
  updates: ProgressUpdate[]
  units: FreeUnit[]
  today: CalendarDate
  riskWarning: string
}

export function WholeListing(props: Props) {
  const { project, milestones, verification, updates, units, today, riskWarning } = props
  const { name, location, projectType, status, stageText, pictures } = project
  return (
    <>
      <div className="site-wrap">
        <Crumbs name={name} />
        <header className="grid gap-3 pb-[clamp(1.5rem,1rem+2vw,2.5rem)]">
          <h1 className="site-display text-[min(15vw,clamp(2.5rem,1.6rem+3.8vw,5rem))]">{name}</h1>
          <p className="flex flex-wrap items-center gap-x-4 gap-y-2 text-muted">
            <StatusBadge status={status} />
            {stageText !== null && <b className="font-[550] text-text">{stageText}</b>}
            <span>{projectType === null ? location : `${location} · ${projectType}`}</span>
          </p>
        </header>
        {pictures.length === 0 ? (
          <div className="relative aspect-[16/5] rounded-card bg-warm">
            <NoPicture />
          </div>
        ) : (
          <Gallery label={`Pictures of ${name}`} pictures={pictures} sizes={sizes} look="listing" />
        )}
        <PictureDates pictures={pictures} />
      </div>
      <div className="site-wrap grid grid-cols-1 gap-14 pt-[clamp(2rem,1.5rem+2vw,4rem)] pb-(--section) lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:items-start lg:gap-x-[clamp(3rem,6vw,7rem)]">
        <div className="grid min-w-0 grid-cols-1 content-start gap-[clamp(3.25rem,2.5rem+3vw,5.5rem)]">
          <ListingSummary project={project} />
          <Stages project={project} />
          <Milestones milestones={milestones} today={today} />
          <Updates updates={updates} />
          <Verification items={verification} today={today} />
          <Features features={project.features} />
          <Terms terms={project.terms} />
          <Location project={project} />
          <RiskWarning own={project.riskText} text={riskWarning} />
        </div>
        <PricePanel project={project} units={units} />
      </div>
      <PriceBar project={project} />
    </>
  )
}

function Crumbs({ name }: { name: string }) {
  return (
    <nav aria-label="You are here">
      <ol className="flex flex-wrap items-center gap-x-2.5 py-3 text-sm text-muted">
        <li>
          <Link
            to="/investments"
            className="inline-flex min-h-11 items-center wrap-anywhere underline"
          >
            Investments
          </Link>
        </li>
        <li aria-current="page" className="min-w-0 before:pe-2.5 before:content-['/'_/_'']">
          {name}
        </li>
      </ol>
    </nav>
  )
}
