import { data } from 'react-router'
import { NotFound } from '../../ui/not-found-page.tsx'

/** Every address that no screen has. */
export function loader() {
  return data(null, { status: 404 })
}

export default function UnknownAddress() {
  return <NotFound />
}
