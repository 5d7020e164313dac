import { type ImportList, importNouns } from '../../../domain/imports/import-list.ts'
import { Alert } from '../../../ui/alert.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Moment } from '../../../ui/day.tsx'
import { grouped } from '../../../values/grouped.ts'
import { howMany } from '../how-many.ts'
import { listPlaces } from '../import-home.ts'

type Props = {
  file: {
    id: string
    list: ImportList
    name: string
    imported: { at: Date; by: string | null; added: number; leftOut: number } | null
  }
}

/** What became of a file that was imported: it is over, and cannot be done again. */
export function AlreadyImported({ file: { id, list, name, imported } }: Props) {
  if (!imported) return null
  const { at, by, added, leftOut } = imported
  const { to, label } = listPlaces[list]
  return (
    <div className="grid max-w-180 justify-items-start gap-4">
      <Alert>
        <p>
          <bdi className="font-[560] wrap-anywhere">{name}</bdi> was imported <Moment at={at} />
          {by && (
            <>
              {' '}
              by <bdi>{by}</bdi>
            </>
          )}
          : {howMany(added, importNouns[list])} added
          {leftOut > 0 && `, ${grouped(leftOut)} that were there already left out`}.
        </p>
        <p className="mt-1 text-xs text-muted">
          Its content is kept no longer, and it cannot be imported a second time.
        </p>
      </Alert>
      <p className="flex flex-wrap gap-2">
        {list === 'investors' && (
          <ButtonLink look="primary" icon="mail" to={`${to}/invitations?import=${id}`}>
            Send invitations
          </ButtonLink>
        )}
        <ButtonLink to={to}>{label}</ButtonLink>
        <ButtonLink to={`/admin-dashboard/audit?about=${id}`}>Audit Log</ButtonLink>
      </p>
    </div>
  )
}
