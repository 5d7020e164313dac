import { type Milestone, plannedWords } from '../../../domain/projects/milestone.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Day } from '../../../ui/day.tsx'
import { DownloadLink } from '../../../ui/download-link.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import type { CalendarDate } from '../../../values/calendar-date.ts'
import { DeferredPicture } from '../../parts/deferred-picture.tsx'
import { usePortalAddress } from '../../parts/portal-link.tsx'
import { documentsHome } from '../../paths.ts'

/** The document that proves a milestone, by the milestone's id. */
type Documents = Map<string, { id: string; title: string }>
type Props = { milestones: Milestone[]; documents: Documents; today: CalendarDate }

/** What is built with its proof, and what comes next; left out for a project without milestones. */
export function Milestones({ milestones, documents, today }: Props) {
  if (milestones.length === 0) return null
  return (
    <Panel title="Milestones">
      <ol className="grid gap-4">
        {milestones.map((milestone) => (
          <li key={milestone.id} className="grid min-w-0 gap-0.5">
            <div className="flex flex-wrap items-baseline gap-x-2.5 gap-y-1">
              <h3 className="text-sm font-[580] wrap-anywhere">
                <bdi>{milestone.name}</bdi>
              </h3>
              {milestone.reached && <Badge tone="green">Reached</Badge>}
            </div>
            {milestone.reached ? (
              <Proof reached={milestone.reached} document={documents.get(milestone.id)} />
            ) : (
              <p className="text-sm text-muted">{plannedWords(milestone.plannedOn, today)}</p>
            )}
          </li>
        ))}
      </ol>
    </Panel>
  )
}

type ProofProps = {
  reached: NonNullable<Milestone['reached']>
  document: { id: string; title: string } | undefined
}

function Proof({ reached: { on, certifier, pictures }, document }: ProofProps) {
  const address = usePortalAddress()
  return (
    <>
      <p className="text-sm text-muted wrap-anywhere">
        Reached on <Day on={on} />. Certified by <bdi>{certifier.name}</bdi>,{' '}
        <bdi>{certifier.profession}</bdi>, licence <bdi>{certifier.licence}</bdi>.
      </p>
      {document && (
        <p className="text-sm">
          <DownloadLink
            href={address(`${documentsHome}/${document.id}/file`)}
            className="tall-target text-link underline underline-offset-2 wrap-anywhere"
          >
            <span className="sr-only">Download </span>
            <bdi>{document.title}</bdi>
          </DownloadLink>
        </p>
      )}
      {pictures.length > 0 && (
        <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(9rem,100%),1fr))] gap-2">
          {pictures.map((picture) => (
            <li key={picture.id}>
              <DeferredPicture
                source={picture}
                alt={picture.alt}
                sizes="14rem"
                className="aspect-3/2 w-full rounded-control object-cover"
                frame="rounded-control border border-line"
                opens
              />
              <p className="text-xs text-muted">
                <Day on={picture.takenOn} />
              </p>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
