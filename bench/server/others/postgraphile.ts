import { createServer, type Server } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { ProductStart } from './compared-products.ts'

// PostGraphile on the schema `app`, as its own documentation has it run in production: the preset it recommends, no GraphiQL,
// no watching, no explaining, errors masked. It asks as the owner of the database. Started by compare.ts.

type Preset = Record<string, unknown>
type Grafserv = { addTo: (server: Server) => Promise<void>; ready: () => Promise<void> }

process.once('message', async ({ folder, databaseUrl }: ProductStart) => {
  const load = createRequire(join(folder, 'package.json'))
  const { postgraphile } = load('postgraphile') as {
    postgraphile: (preset: Preset) => { createServ: (grafserv: unknown) => Grafserv }
  }
  const { PostGraphileAmberPreset } = load('postgraphile/presets/amber') as {
    PostGraphileAmberPreset: Preset
  }
  const { makePgService } = load('postgraphile/adaptors/pg') as Record<
    'makePgService',
    (build: object) => object
  >
  const { grafserv } = load('postgraphile/grafserv/node') as { grafserv: unknown }
  const preset = {
    extends: [PostGraphileAmberPreset],
    // Else no one may ask for what is not archived, as that column alone has no index.
    disablePlugins: ['PgIndexBehaviorsPlugin'],
    pgServices: [
      makePgService({ connectionString: databaseUrl, schemas: ['app'], poolConfig: { max: 10 } }),
    ],
    grafserv: { graphiql: false, watch: false, websockets: false },
    grafast: { explain: false },
  }
  const graphql = postgraphile(preset).createServ(grafserv)
  const server = createServer()
  await graphql.addTo(server)
  await graphql.ready()
  server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
})
process.send?.('ready')
