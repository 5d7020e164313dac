import { type ComponentType, lazy, memo, Suspense, useEffect } from 'react'
import { IconPaths } from '../../ui/icon.tsx'
import { firstSign, hasGoneOn, holdPresses } from './first-sign.ts'

/**
 * A part of a page whose script the first view does not need: it is fetched when the visitor first moves. Until then what
 * the server drew stands, with links and forms that work without script. React then takes over the very same elements, so
 * that what was typed and where the keyboard is stay. Somebody who comes from another page by script gets the part with
 * its page.
 *
 * Nothing that stands above the part may change before, or React would drop what it has not taken over. Hence what is
 * pressed waits, because it may lead to another place; and what is known of the visitor comes by no context.
 */
export function later<Props extends object>(
  name: string,
  fetchPart: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const fetch = () => withIcons(fetchPart)
  const frame = { className: 'contents', 'data-later': name }
  const isDrawn = !import.meta.env.SSR && document.querySelector(`[data-later="${name}"]`) !== null
  // On the way here from another page: beside what the page shows, not after it.
  const underWay = !isDrawn && hasGoneOn() ? fetch().catch(fetch) : undefined
  let release: (() => void) | undefined

  async function takeOver() {
    release = holdPresses()
    await firstSign()
    // Without its script it stays as if the browser had none.
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
      // biome-ignore lint/security/noDangerouslySetInnerHtml: it is empty, and only keeps React from what stands there.
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

/** The part with the drawings that the first view does without. */
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

/** React leaves alone the HTML of an element that says it brings its own. */
const none = { __html: '' }
