import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import type { Bundle } from './build/bundle.ts'
import { subsetFonts } from './build/subset-fonts.ts'
import type { Shell } from './http.ts'
import { projectFolder } from './program.ts'

const entry = '/server/app.ts'

/** The program from sources with Vite, reloaded on changes. */
export async function sourceProgram({ server }: Shell) {
  await subsetFonts()
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: projectFolder,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server } },
  })
  const load = async () => (await vite.ssrLoadModule(entry)) as Bundle
  const answer = getRequestListener(async (request, connection) =>
    (await load()).app.fetch(request, connection),
  )
  const listener: RequestListener = (request, response) =>
    vite.middlewares(request, response, () => answer(request, response))
  return { bundle: await load(), listener, close: () => vite.close() }
}
