import { data } from 'react-router'
import { NotInArea } from '../../ui/feedback/area-fault.tsx'

/** The layout's guard decides who sees this page. */
export function loader() {
  return data(null, { status: 404 })
}

export default function OfficeNotFound() {
  return <NotInArea home="/admin-dashboard" />
}
