import { Link } from 'react-router'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { investorsHome } from './investors-home.ts'

/** The address belongs to somebody who was archived: they are restored, never added a second time (decisions §3). */
export function ArchivedNamesake({ id, name }: { id: string; name: string }) {
  return (
    <div className="col-span-full">
      <Alert tone="warning">
        <p className="font-[560]">This email belongs to an archived investor</p>
        <p>
          It belongs to <bdi>{name}</bdi>.{' '}
          <Link
            to={`${investorsHome}/${id}/restore`}
            className="font-medium text-link underline underline-offset-2"
          >
            Restore them instead
          </Link>
        </p>
      </Alert>
    </div>
  )
}
