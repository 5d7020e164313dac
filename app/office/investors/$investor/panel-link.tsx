import { Link, type To } from 'react-router'

/** Link in a panel's heading to the full list. */
export function PanelLink({ to, children }: { to: To; children: string }) {
  return (
    <Link to={to} className="text-sm font-[550] text-link underline-offset-2 hover:underline">
      {children}
    </Link>
  )
}
