import { Link, type To } from 'react-router'

/** At the right of a panel's heading: where the whole list stands. */
export function PanelLink({ to, children }: { to: To; children: string }) {
  return (
    <Link to={to} className="text-sm font-[550] text-link underline-offset-2 hover:underline">
      {children}
    </Link>
  )
}
