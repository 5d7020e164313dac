import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub, Outlet } from 'react-router'
import type { CompanyLook } from '../app/ui/layout/company-look.ts'

/** The HTML of a screen at its address, from what its loader gave, and its action if something was sent. */
export function htmlOf(
  Screen: ComponentType<never>,
  path: string,
  loaderData: unknown = null,
  actionData: unknown = undefined,
  look: CompanyLook = { brand: 'Msingi', logo: null },
): string {
  const [pathname = path] = path.split('?')
  const screen = { id: 'screen', path: pathname, Component: Screen as ComponentType }
  const Stub = createRoutesStub([{ id: 'root', Component: Outlet, children: [screen] }])
  const hydration = {
    loaderData: { root: { look }, screen: loaderData },
    actionData: actionData ? { screen: actionData } : null,
  }
  return renderToStaticMarkup(<Stub initialEntries={[path]} hydrationData={hydration} />)
}

/** The words someone reads on it, hidden ones included. */
export function wordsOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}
