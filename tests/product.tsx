import type { RouteConfigEntry } from '@react-router/dev/routes'
import { type ComponentType, createElement } from 'react'
import {
  type ActionFunction,
  createStaticHandler,
  createStaticRouter,
  type LoaderFunction,
  Outlet,
  type RouteObject,
  type RouterContextProvider,
  StaticRouterProvider,
  useActionData,
  useLoaderData,
  useRouteError,
} from 'react-router'
import { findCompanyBranding } from '../app/domain/company/company-branding.server.ts'
import { guestCommand, visitorContext } from '../app/platform/session/session.server.ts'
import urlMap from '../app/routes.ts'
import { visitTo } from './visits.ts'
import { wholeMarkup } from './whole-markup.ts'

type Visit = ReturnType<typeof visitTo<{ request: Request; context: RouterContextProvider }>>
type RouteModule = {
  loader?: LoaderFunction
  action?: ActionFunction
  default?: ComponentType<object>
  ErrorBoundary?: ComponentType<object>
}

/** The routes of app/routes.ts with their modules, as the server has them. */
const routes = await Promise.all(urlMap.map(withModule))
const product = createStaticHandler([
  { id: 'root', loader: loadLook, Component: Outlet, children: routes },
])

async function loadLook({ context }: { context: unknown }) {
  return { look: await guestCommand(context as RouterContextProvider, findCompanyBranding) }
}

async function withModule({
  id,
  path,
  index,
  file,
  children,
}: RouteConfigEntry): Promise<RouteObject> {
  const module = (await import(/* @vite-ignore */ `../app/${file}`)) as RouteModule
  const { loader, action, default: Screen, ErrorBoundary } = module
  const answers = {
    id: id ?? file.replace(/\.tsx?$/, ''),
    ...(path === undefined ? {} : { path }),
    ...(loader ? { loader } : {}),
    ...(action ? { action } : {}),
    ...(Screen ? { Component: () => createElement(Screen, useScreenProps()) } : {}),
    ...(ErrorBoundary
      ? { ErrorBoundary: () => createElement(ErrorBoundary, useFaultProps()) }
      : {}),
  }
  if (index) return { ...answers, index }
  return { ...answers, children: await Promise.all((children ?? []).map(withModule)) }
}

const useScreenProps = () => ({ loaderData: useLoaderData(), actionData: useActionData() })
const useFaultProps = () => ({ loaderData: useLoaderData(), error: useRouteError() })

/** Every full path of the URL map, with the file that answers there; of two files at one path the deeper comes last. */
export function addresses(
  entries: RouteConfigEntry[] = urlMap,
  above = '',
): { path: string; file: string }[] {
  return entries.flatMap(({ path, index, file, children }) => {
    const full = path === undefined ? above : `${above}/${path.replace(/^\//, '')}`
    const here = path === undefined && !index ? [] : [{ path: full || '/', file }]
    return [...here, ...addresses(children ?? [], full)]
  })
}

/** `cookie` is what the next request sends when the answer gave the session a new token; `given` what a redirect set. */
type Answer = {
  status: number
  location: string | null
  html: string
  cookie: string | undefined
  given: string[]
}

/** What the product answers at this address, through its own URL map: a page, or where it leads. */
export async function ask(path: string, sent: Parameters<typeof visitTo>[1] = {}): Promise<Answer> {
  const { request, context: requestContext }: Visit = visitTo(path, sent)
  const answer = await product.query(request, { requestContext })
  const cookie = requestContext.get(visitorContext).cookies?.at(-1)?.split(';', 1)[0]
  if (answer instanceof Response) {
    const { status, headers } = answer
    return {
      status,
      location: headers.get('location'),
      html: '',
      cookie,
      given: headers.getSetCookie(),
    }
  }
  const isPage = answer.matches.at(-1)?.route.Component !== undefined
  if (!isPage) return { status: answer.statusCode, location: null, html: '', cookie, given: [] }
  const router = createStaticRouter(product.dataRoutes, answer)
  const html = await wholeMarkup(
    <StaticRouterProvider router={router} context={answer} hydrate={false} />,
  )
  return { status: answer.statusCode, location: null, html, cookie, given: [] }
}

/** Opens the address of an emailed link as a browser does, which follows its redirect and keeps its cookie. */
export async function openLink(path: string, cookie = ''): Promise<Answer & { address: string }> {
  const answer = await ask(path, { cookie })
  if (answer.location === null) return { ...answer, address: path }
  const cookies = [cookie, ...answer.given.map((given) => given.split(';', 1)[0])]
  const page = await ask(answer.location, { cookie: cookies.filter(Boolean).join('; ') })
  return { ...page, address: answer.location }
}
