import type { RemovableProject, Removal } from '../../../domain/projects/removal.ts'
import { counted } from '../../../values/counted.ts'
import { Consequence, Consequences } from '../../parts/consequences.tsx'

export function DeletionEffects({
  project,
  removal,
}: {
  project: RemovableProject
  removal: Removal
}) {
  const { investments, distributions, documents, notifications, pictures, verification } =
    project.history
  const site = project.published
    ? 'its page and card are removed immediately'
    : 'no change; it is not published'
  if (removal === 'delete') {
    return (
      <div className="grid gap-4">
        <p>This project has no investments or documents. It is deleted; this cannot be undone.</p>
        <Consequences>
          <Consequence of="Pictures">
            {pictures === 0 ? 'it has none' : `${counted(pictures, 'picture')} deleted`}
          </Consequence>
          <Consequence of="Public site">{site}</Consequence>
        </Consequences>
      </div>
    )
  }
  const kept = [
    [investments, 'investment'],
    [distributions, 'distribution'],
    [documents, 'document'],
    [notifications, 'notification'],
    [verification, 'verification item'],
  ] as const
  return (
    <div className="grid gap-4">
      <p>
        It has a history, so it is archived instead of deleted. You will find it under Archived and
        can restore it.
      </p>
      <Consequences>
        <Consequence of="Kept with it">
          {kept
            .filter(([count]) => count > 0)
            .map(([count, word]) => counted(count, word))
            .join(', ')}
        </Consequence>
        <Consequence of="Totals and investors’ own history">stay as they are</Consequence>
        <Consequence of="Payments and new investments">
          are refused until it is restored
        </Consequence>
        <Consequence of="Public site">{site}</Consequence>
      </Consequences>
    </div>
  )
}
