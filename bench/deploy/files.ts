import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../../server/program.ts'
import { must } from './machine.ts'
import { accepted, type Report } from './report.ts'
import { type Store, tools } from './store.ts'

const deploy = join(projectFolder, 'deploy')
/** Types of Kubernetes’ resources, made from its OpenAPI description. */
const models = 'kubernetes-models@5.1.0'

/** Each file and the shell command of the program that reads it. */
const checks: [file: string, command: string][] = [
  ['Caddyfile', 'DOMAIN=invest.example.com caddy validate --config Caddyfile --adapter caddyfile'],
  ['compose.yaml', 'docker-compose -f compose.yaml config --quiet'],
  [
    'compose.database.yaml',
    'docker-compose -f compose.yaml -f compose.database.yaml config --quiet',
  ],
  ['haproxy/haproxy.cfg', 'haproxy -c -f haproxy/haproxy.cfg'],
  ['monitoring/alerts.yml', 'promtool check rules monitoring/alerts.yml'],
  ['monitoring/alerts.test.yml', 'cd monitoring && promtool test rules alerts.test.yml'],
  ['monitoring/dashboard.json', 'python3 -m json.tool monitoring/dashboard.json'],
  ['kubernetes/kustomization.yaml', 'kubectl kustomize kubernetes'],
  ['systemd/msingi', 'sh -n systemd/msingi'],
]

/** Has every file read by its own program, without a network. Units and Patroni’s file are checked where they run. */
export async function checkFiles(store: Store, report: Report): Promise<void> {
  for (const [file, command] of checks)
    await report.add(file, 'its program accepts it', () => accepted(inTools(store, command)))
  await report.add('kubernetes/*.yaml', 'fields and values exist', () =>
    accepted(checkManifests(store)),
  )
}

const inTools = ({ podman }: Store, command: string) =>
  podman([
    ...['run', '--rm', '--network', 'none', '--volume', `${deploy}:/deploy:ro`],
    ...['--workdir', '/deploy', '--env', 'DOMAIN=invest.example.com'],
    ...['--env', 'MAIL_FROM=office@example.com', tools, 'sh', '-c', command],
  ])

const readAsJson =
  'import json, sys, yaml; print(json.dumps(list(yaml.safe_load_all(open(sys.argv[1])))))'

type Resource = { apiVersion: string; kind: string }

/** A name of the package: `networking.k8s.io/v1` holds `Ingress`; resources of the core have a version only. */
const moduleOf = ({ apiVersion, kind }: Resource) => `kubernetes-models/${apiVersion}/${kind}`

/**
 * TypeScript finds misspelt fields, since a literal may have no others than its type; the package’s own check finds what
 * types do not say.
 */
async function checkManifests(store: Store): Promise<void> {
  const folder = join(store.folder, 'models')
  await must('mkdir', ['-p', folder])
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact']
  await must('npm', ['install', ...options, models], { from: folder })
  const names = (await readdir(join(deploy, 'kubernetes'))).filter(
    (name) => name.endsWith('.yaml') && name !== 'kustomization.yaml',
  )
  const resources: Resource[] = []
  for (const name of names)
    resources.push(
      ...JSON.parse(await inTools(store, `python3 -c '${readAsJson}' kubernetes/${name}`)),
    )
  const lines = resources.flatMap((resource, index) => [
    `import { ${resource.kind} as Kind${index}, type I${resource.kind} as Fields${index} } from '${moduleOf(resource)}'`,
    `const fields${index}: Fields${index} = ${JSON.stringify(resource)}`,
    `new Kind${index}(fields${index}).validate()`,
  ])
  const file = join(folder, 'manifests.ts')
  await writeFile(file, lines.join('\n'))
  const compiler = join(projectFolder, 'node_modules/typescript-native/bin/tsc')
  const strictly = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext']
  await must(process.execPath, [compiler, ...strictly, '--target', 'esnext', file], {
    from: folder,
  })
  await must(process.execPath, [file], { from: folder })
}
