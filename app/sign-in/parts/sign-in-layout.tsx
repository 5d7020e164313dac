import type { ReactNode } from 'react'
import { allIconPaths } from '../../ui/all-icon-paths.ts'
import { DemoNotice } from '../../ui/feedback/demo-notice.tsx'
import { IconPaths } from '../../ui/icon.tsx'
import { SiteHeader } from '../../ui/layout/site-header.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { SuppliedPicture } from '../../ui/pictures.ts'
import '../../ui/styles/app.css'
import '../door.css'

/** The page of a form by which somebody comes in, beside a picture. Nobody is signed in here, so the header says so. */
export function SignInLayout({
  picture,
  demo,
  children,
}: {
  picture: SuppliedPicture
  demo: boolean
  children: ReactNode
}) {
  return (
    <div data-shell="site" className="door-page">
      <SiteHeader session={undefined} />
      <main id="main" tabIndex={-1} className="door outline-none">
        <div className="door-picture">
          <Picture
            source={picture}
            alt={picture.alt}
            sizes="(width < 60rem) 92vw, max(50vw, 160vh)"
          />
        </div>
        <div className="door-side">
          <div className="door-form">
            <IconPaths value={allIconPaths}>{children}</IconPaths>
            {demo && (
              <div className="mt-8 overflow-hidden rounded-control">
                <DemoNotice />
              </div>
            )}
          </div>
        </div>
      </main>
    </div>
  )
}
