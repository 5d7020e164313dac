import { type ComponentType, lazy, memo, Suspense, useEffect } from 'react'
import { firstInteraction, interactionSeen } from '../../ui/connection/first-interaction.ts'
import { IconPaths } from '../../ui/icon.tsx'
import { queueClicks } from './queue-clicks.ts'

/**
 * Defers the script of a page part until the first interaction. Until then the server-rendered HTML stands alone and
 * works without JavaScript; hydration then takes over the same elements, keeping typed text and focus. After a client
 * navigation the part loads with its page. Markup above the part must not change before hydration, or React would
 * discard it: hence clicks are queued, and visitor data does not come from context.
 */
export function deferPart<Props extends object>(
  name: string,
  fetchPart: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const fetch = () => withIcons(fetchPart)
  const frame = { className: 'contents', 'data-later': name }
  const isDrawn = !import.meta.env.SSR && document.querySelector(`[data-later="${name}"]`) !== null
  // On client navigation: loaded in parallel with the page's data.
  const underWay = !isDrawn && interactionSeen() ? fetch().catch(fetch) : undefined
  let release: (() => void) | undefined

  async function takeOver() {
    release = queueClicks()
    await firstInteraction()
    // A part whose script fails works as without JavaScript.
    return fetch().then(
      (part) => part,
      () => null,
    )
  }

  function framed(Part: ComponentType<Props> | null): ComponentType<Props> {
    return (props) => {
      useEffect(() => {
        release?.()
        release = undefined
      }, [])
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty, and keeps React from the server-rendered HTML.
      if (!Part) return <div {...frame} dangerouslySetInnerHTML={none} suppressHydrationWarning />
      return (
        <div {...frame}>
          <Part {...props} />
        </div>
      )
    }
  }

  const Whole = lazy(async () => ({
    default: framed(await (isDrawn ? takeOver() : (underWay ?? fetch()))),
  }))
  return memo<Props>((props) => (
    <Suspense>
      <Whole {...props} />
    </Suspense>
  ))
}

/** Includes the icons that the first view does not need. */
async function withIcons<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): Promise<ComponentType<Props>> {
  const [Part, { partIconPaths }] = await Promise.all([
    fetchPart(),
    import('../../ui/part-icon-paths.ts'),
  ])
  return (props) => (
    <IconPaths value={partIconPaths}>
      <Part {...props} />
    </IconPaths>
  )
}

/** React does not touch the children of an element with dangerouslySetInnerHTML. */
const none = { __html: '' }
