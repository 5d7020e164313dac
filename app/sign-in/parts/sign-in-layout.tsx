import type { ReactNode } from 'react'
import { allIconPaths } from '../../ui/all-icon-paths.ts'
import { DemoNotice } from '../../ui/feedback/demo-notice.tsx'
import { IconPaths } from '../../ui/icon.tsx'
import { SiteHeader } from '../../ui/layout/site-header.tsx'
import { Picture } from '../../ui/picture.tsx'
import type { SuppliedPicture } from '../../ui/pictures.ts'

/** In front of form and picture on wide screens; there it scrolls away, because its ground lets words through. */
const header =
  '[&_.site-header]:border-transparent [&_.site-header]:bg-warm min-[60rem]:[&_.site-header]:absolute min-[60rem]:[&_.site-header]:bg-transparent min-[60rem]:[&_.site-nav]:me-0 min-[60rem]:[&_.site-nav]:text-on-forest min-[60rem]:[&_.site-header_a[href="/login"]]:hidden'
const title =
  '[&_h1]:font-display [&_h1]:text-[clamp(2.125rem,1.55rem+2.4vw,3.75rem)] [&_h1]:leading-[1.04] [&_h1]:font-normal [&_h1]:tracking-[-0.025em] [&_h1]:text-balance [&_h1]:wrap-anywhere'

/** The header assumes that no one is signed in. */
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
    <div data-shell="site" className={`min-h-svh bg-warm ${header}`}>
      <SiteHeader session={undefined} />
      <main
        id="main"
        tabIndex={-1}
        className="grid min-h-svh grid-cols-1 content-start px-(--gutter) pt-[calc(var(--header)+1.5rem)] pb-12 outline-none min-[60rem]:grid-cols-2 min-[60rem]:content-stretch min-[60rem]:p-0"
      >
        <div className="mx-auto mb-7 aspect-[16/8] w-full max-w-[26rem] overflow-hidden rounded-card min-[60rem]:relative min-[60rem]:order-2 min-[60rem]:m-0 min-[60rem]:aspect-auto min-[60rem]:max-w-none min-[60rem]:rounded-none min-[60rem]:after:absolute min-[60rem]:after:inset-0 min-[60rem]:after:bg-[linear-gradient(oklch(0.2_0.03_162/0.82),oklch(0.2_0.03_162/0.6)_4.5rem,transparent_11rem)]">
          <Picture
            className="size-full object-cover min-[60rem]:absolute min-[60rem]:inset-0"
            source={picture}
            alt={picture.alt}
            sizes="(width < 60rem) 92vw, max(50vw, 160vh)"
          />
        </div>
        <div className="min-[60rem]:grid min-[60rem]:content-center min-[60rem]:px-(--gutter) min-[60rem]:pt-[calc(var(--header)+2rem)] min-[60rem]:pb-12">
          <div className={`mx-auto w-full max-w-[26rem] ${title}`}>
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
