import { Link } from 'react-router'
import type { ListedProjectPage } from '../../domain/projects/published-project.ts'
import { Gallery } from '../parts/gallery.tsx'
import { NoPicture } from '../parts/no-picture.tsx'
import { StatusBadge } from '../parts/status-badge.tsx'
import { Features, InShort, RiskWarning, Stages } from './facts.tsx'
import { PriceBar, PricePanel } from './price.tsx'

/** Slightly below full width, so that most phones use a smaller file. */
const sizes = '(width >= 84rem) 80rem, (width >= 48rem) 90vw, 98vw'

type Props = { project: ListedProjectPage; riskWarning: string }

export function WholeListing({ project, riskWarning }: Props) {
  const { name, location, projectType, status, stageText, pictures } = project
  return (
    <>
      <div className="site-wrap">
        <Crumbs name={name} />
        <header className="listing__head">
          <h1 className="site-display">{name}</h1>
          <p className="listing__place">
            <StatusBadge status={status} />
            {stageText !== null && <b className="font-[550] text-text">{stageText}</b>}
            <span>{projectType === null ? location : `${location} · ${projectType}`}</span>
          </p>
        </header>
        {pictures.length === 0 ? (
          <div className="listing__blank">
            <NoPicture />
          </div>
        ) : (
          <Gallery label={`Pictures of ${name}`} pictures={pictures} sizes={sizes} look="listing" />
        )}
      </div>
      <div className="site-wrap listing__page">
        <div className="listing__main">
          <InShort project={project} />
          <Stages project={project} />
          <Features features={project.features} />
          <RiskWarning text={riskWarning} />
        </div>
        <PricePanel project={project} />
      </div>
      <PriceBar project={project} />
    </>
  )
}

function Crumbs({ name }: { name: string }) {
  return (
    <nav aria-label="You are here">
      <ol className="listing__crumbs">
        <li>
          <Link to="/investments">Investments</Link>
        </li>
        <li aria-current="page" className="listing__here">
          {name}
        </li>
      </ol>
    </nav>
  )
}
