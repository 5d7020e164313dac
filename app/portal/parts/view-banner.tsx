import { Link } from 'react-router'
import { buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'

/** Leaves view mode for the list of investors, without signing out. */
export const exitViewPath = '/admin-dashboard/investors'

/** Shown while an administrator views an investor's portal. */
export function ViewBanner({ name }: { name: string }) {
  return (
    <aside
      aria-label="Admin View Mode"
      data-print="no"
      className="view-banner sticky top-0 z-40 flex min-h-12 items-center gap-x-3.5 gap-y-2 bg-(--ink) px-4 py-2 text-sm leading-[1.35] text-[oklch(0.97_0.008_100)] dark:bg-[oklch(0.33_0.03_85)] [&_:focus-visible]:outline-[oklch(0.8_0.12_156)]"
    >
      <Icon name="eye" className="text-gold" />
      <p className="min-w-0 flex-1 wrap-anywhere">
        <b className="font-semibold">Admin View Mode</b>{' '}
        <span className="opacity-85">
          You are viewing <bdi>{name}</bdi>'s dashboard. Nothing can be changed here.
        </span>
      </p>
      <Link to={exitViewPath} className={buttonClass('outline', 'small')}>
        Exit view
      </Link>
    </aside>
  )
}
