import { data } from 'react-router'
import { NotInArea } from '../../ui/feedback/area-fault.tsx'

/** Every address of the back office that no screen has; who may learn even that is decided by the layout's guard. */
export function loader() {
  return data(null, { status: 404 })
}

export default function OfficeNotFound() {
  return <NotInArea home="/admin-dashboard" />
}
