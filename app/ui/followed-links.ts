import { type ContextType, use, useEffect } from 'react'
import { matchRoutes, UNSAFE_DataRouterContext, UNSAFE_FrameworkContext } from 'react-router'
import { isKnownLost } from './keep-the-page.ts'
import { tellLost } from './lost-connection.ts'

type Framework = ContextType<typeof UNSAFE_FrameworkContext>
type Routes = NonNullable<ContextType<typeof UNSAFE_DataRouterContext>>['router']['routes']

/** Scripts of screens that the browser has in its cache. */
const fetched = new Set<string>()

/**
 * Following a link, or leaving by a form of its own, would put the browser's error page in place of ours where nothing
 * can be loaded: the router reloads the page when the script of the next screen does not come. So that script is fetched
 * first, at the latest when the link is pressed; and where the connection is known to be lost, the server is asked first:
 * it may run on this very machine, or be back.
 */
export function useFollowedLinks() {
  const context = use(UNSAFE_DataRouterContext)
  const framework = use(UNSAFE_FrameworkContext)
  useEffect(() => {
    if (!context) return
    const scripts = (link: HTMLAnchorElement) => scriptsOf(link, context.router.routes, framework)
    let checking: HTMLAnchorElement | null = null
    let isChecked = false

    const onClick = (event: MouseEvent) => {
      const link = linkIn(event)
      if (!link || isChecked) return
      const missing = scripts(link)
      // Where the router has all it needs, keepThePage catches what fails after that.
      if (missing?.length === 0 || (!isRouted(link) && isOnline())) return
      // What else listens to the click hears it once, when it is made again.
      event.preventDefault()
      event.stopPropagation()
      if (checking === link) return
      checking = link
      void isReachable(missing ?? []).then((reachable) => {
        if (checking !== link) return
        checking = null
        if (!reachable) return tellLost()
        isChecked = true
        link.click()
        isChecked = false
      })
    }
    const onIntent = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      if (link && isOwn(link)) for (const script of scripts(link) ?? []) void fetchScript(script)
    }
    const onSubmit = (event: SubmitEvent) => {
      const form = event.target
      if (isOnline() || !(form instanceof HTMLFormElement)) return
      if (form.dataset.sent === 'by-script' || form.target === '_blank') return
      event.preventDefault()
      void isReachable([]).then((reachable) => (reachable ? form.submit() : tellLost()))
    }
    return listenTo({ click: onClick, pointerover: onIntent, focusin: onIntent, submit: onSubmit })
  }, [context, framework])
}

type Listeners = {
  [Name in 'click' | 'pointerover' | 'focusin' | 'submit']: (event: WindowEventMap[Name]) => void
}

/** Before React, which listens to the document. */
function listenTo(listeners: Listeners): () => void {
  const all = Object.entries(listeners) as [string, EventListener][]
  for (const [name, hear] of all) window.addEventListener(name, hear, true)
  return () => {
    for (const [name, hear] of all) window.removeEventListener(name, hear, true)
  }
}

/** The link of this site that a plain click would follow in this tab. */
function linkIn(event: MouseEvent): HTMLAnchorElement | null {
  if (event.defaultPrevented || event.button !== 0) return null
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || !isOwn(link)) return null
  const isHere =
    link.pathname === location.pathname && link.search === location.search && link.hash !== ''
  return isHere ? null : link
}

function isOwn(link: HTMLAnchorElement): boolean {
  return (
    link.target !== '_blank' && link.origin === location.origin && !link.hasAttribute('download')
  )
}

const isOnline = () => navigator.onLine && !isKnownLost()

/** The router marks the links it follows by itself. */
const isRouted = (link: HTMLAnchorElement) => 'discover' in link.dataset

/** What of the next screen's scripts and styles was not fetched yet; null where nobody knows, which the server does. */
function scriptsOf(link: HTMLAnchorElement, routes: Routes, framework: Framework): string[] | null {
  const matches = isRouted(link) ? matchRoutes(routes, link.pathname) : null
  if (!matches || !framework || matches.at(-1)?.route.path === '*') return null
  const { manifest, routeModules } = framework
  return matches
    .filter(({ route }) => !(route.id in routeModules))
    .flatMap(({ route }) => {
      const screen = manifest.routes[route.id]
      return screen ? [screen.module, ...(screen.imports ?? []), ...(screen.css ?? [])] : []
    })
    .filter((script) => !fetched.has(script))
}

/** With nothing to fetch, the smallest file tells. */
async function isReachable(scripts: string[]): Promise<boolean> {
  if (scripts.length > 0) return (await Promise.all(scripts.map(fetchScript))).every(Boolean)
  return isAnswered(fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' }))
}

/** One that a newer version of the program no longer has is answered too: the router then loads that version. */
async function fetchScript(script: string): Promise<boolean> {
  const came = fetched.has(script) || (await isAnswered(fetch(script)))
  if (came) fetched.add(script)
  return came
}

function isAnswered(asked: Promise<Response>): Promise<boolean> {
  return asked.then(
    ({ status }) => status < 500,
    () => false,
  )
}
