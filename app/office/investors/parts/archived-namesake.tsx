import { Link } from 'react-router'
import { Alert } from '../../../ui/feedback/alert.tsx'
import { investorsHome } from './investors-home.ts'

/** The email belongs to an archived investor, who is restored rather than added again. */
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
