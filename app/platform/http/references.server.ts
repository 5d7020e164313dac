import { data, type ServerBuild } from 'react-router'
import { RequestReads } from '../database/database.server.ts'
import { log, pathForLog } from '../observability/log.server.ts'
import { visitorContext } from '../session/session.server.ts'

type Routes = ServerBuild['routes']
type RouteModule = NonNullable<Routes[string]>['module']
type Loader = NonNullable<RouteModule['loader']>
type Args = Parameters<Loader>[0]

/**
 * Routes whose errors are logged here and replaced by a response with the reference, because the
 * router hides error messages from the browser. Thrown responses pass through.
 */
export function withReferences(routes: Routes): Routes {
  return Object.fromEntries(
    Object.entries(routes).map(([id, route]) => [
      id,
      route && { ...route, module: moduleWithReferences(route.module) },
    ]),
  )
}

function moduleWithReferences(module: RouteModule): RouteModule {
  const isPage = module.default !== undefined
  return {
    ...module,
    ...(module.loader && {
      loader: telling(isPage ? readingTogether(module.loader) : module.loader, isPage),
    }),
    ...(module.action && { action: telling(module.action, isPage) }),
  }
}

/** The loaders of one page share one transaction of the request. */
function readingTogether(loader: Loader): Loader {
  return (args: Args) => {
    const visitor = args.context.get(visitorContext)
    visitor.reads ??= new RequestReads()
    return visitor.reads.whileLoading(async () => loader(args))
  }
}

function telling(answer: Loader, isPage: boolean): Loader {
  return async (args: Args) => {
    try {
      return await answer(args)
    } catch (fault) {
      // An aborted request is not an error.
      if (!(fault instanceof Error) || args.request.signal.aborted) throw fault
      throw answerTo(fault, args, isPage)
    }
  }
}

function answerTo(fault: Error, { request, context }: Args, isPage: boolean) {
  const { requestId: reference } = context.get(visitorContext)
  log.error('request failed', fault, {
    requestId: reference,
    method: request.method,
    path: pathForLog(request),
  })
  if (isPage) return data({ reference }, { status: 500, statusText: 'Internal Server Error' })
  return new Response(`Something went wrong on our side. Reference: ${reference}`, {
    status: 500,
    headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' },
  })
}
