import { lazy, memo, Suspense } from 'react'
import { firstInteraction } from '../../ui/connection/first-interaction.ts'
import type { BelowFiguresProps } from './below-figures.tsx'

const frame = { className: 'grid gap-(--gap)', 'data-later': 'below-figures' }

/** React does not touch the children of an element with dangerouslySetInnerHTML. */
const AsRendered = (_props: BelowFiguresProps) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty, and keeps React from the server-rendered HTML.
  <div {...frame} dangerouslySetInnerHTML={{ __html: '' }} suppressHydrationWarning />
)

const Part = lazy(async () => {
  const isRendered = !import.meta.env.SSR && document.querySelector('[data-later]') !== null
  if (isRendered) await firstInteraction()
  return import('./below-figures.tsx').then(
    ({ BelowFigures }) => ({
      default: (props: BelowFiguresProps) => (
        <div {...frame}>
          <BelowFigures {...props} />
        </div>
      ),
    }),
    () => ({ default: AsRendered }),
  )
})

/**
 * Loads the script of this part with the first interaction or the first change of data. Until then its HTML from the
 * server stays, whose links and form work without script, as they do when the script cannot be loaded.
 */
export const DeferredBelow = memo<BelowFiguresProps>((props) => (
  <Suspense>
    <Part {...props} />
  </Suspense>
))
