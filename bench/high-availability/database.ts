import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePorts } from '../cluster/free-ports.ts'
import type { Ground } from '../cluster/machines.ts'
import { ask } from '../cluster/postgres.ts'
import { debianFolder } from './debian.ts'
import { databaseFiles, firstHost, haproxyFiles, type Listening, ports } from './files.ts'
import { type Link, makeNetwork } from './network.ts'
import { type Node, nodeOf } from './node.ts'

const names = ['n1', 'n2', 'n3']
const longestFormingMs = 120_000
const longestAskedMs = 2_000

/** A machine of the database: always in a separate network. */
export type DatabaseNode = Node & { link: Link }

/** Three PostgreSQL under Patroni with etcd, and HAProxy before them. */
export type HaDatabase = {
  readonly nodes: DatabaseNode[]
  readonly listening: Listening
  /** A superuser's address through HAProxy. */
  readonly superuserUrl: string
  /** The product's own addresses: through HAProxy, and with all three hosts named. */
  readonly proxiedUrl: string
  readonly severalHostsUrl: string
  leader: () => Promise<DatabaseNode>
  /** The standby that every commit waits for. */
  synchronousStandby: () => Promise<DatabaseNode>
  switchOver: () => Promise<void>
  /** SIGKILL of a machine's first PostgreSQL process. */
  killPostmaster: (node: DatabaseNode) => Promise<void>
  /** Fulfilled when one leads, and the two others follow it without lag, one of them synchronously. */
  whole: () => Promise<void>
}

type ClusterMember = { name: string; role: string; state: string; lag?: number | string }

/** Starts the three and waits until they are whole, with the product's role and an empty database. */
export async function startHaDatabase(folder: string, ground: Ground): Promise<HaDatabase> {
  const root = await debianFolder(ground)
  const network = await makeNetwork(ground, root)
  const places = { prefix: network.prefix, names }
  const secret = () => randomBytes(16).toString('hex')
  const passwords = { superuser: secret(), replication: secret(), rewind: secret() }
  const nodes: DatabaseNode[] = []
  for (const [index, name] of names.entries()) {
    const link = await network.add(name, firstHost + index)
    const place = join(folder, name)
    await writeAll(place, await databaseFiles(index, places, passwords))
    nodes.push({ ...nodeOf({ name, root, folder: place, link }), link })
  }
  const [primary = 0, standbys = 0, status = 0] = await freePorts(3)
  const listening = { primary, standbys, status }
  const place = join(folder, 'haproxy')
  await writeAll(place, await haproxyFiles(places, listening))
  const haproxy = nodeOf({ name: 'haproxy', root, folder: place, link: null })
  for (const node of [...nodes, haproxy]) {
    ground.push(node.kill)
    await node.start()
  }
  const product = secret()
  const database: HaDatabase = {
    nodes,
    listening,
    ...urlsOf(nodes, listening, { superuser: passwords.superuser, product }),
    ...commandsOf(nodes),
  }
  console.log('Waiting until the three have formed… (half a minute)')
  await database.whole()
  await patiently(() => makeDatabase(database.superuserUrl, product))
  return database
}

function urlsOf(
  nodes: DatabaseNode[],
  { primary }: Listening,
  passwords: { superuser: string; product: string },
) {
  const proxied = `127.0.0.1:${primary}`
  const several = nodes.map(({ link }) => `${link.address}:${ports.postgres}`).join(',')
  const product = `postgresql://msingi:${passwords.product}`
  return {
    superuserUrl: `postgresql://postgres:${passwords.superuser}@${proxied}/msingi`,
    proxiedUrl: `${product}@${proxied}/msingi`,
    severalHostsUrl: `${product}@${several}/msingi?target_session_attrs=read-write`,
  }
}

/** The product's database and its role, which may create roles and is no superuser. */
export async function makeDatabase(superuserUrl: string, password: string): Promise<void> {
  const url = new URL(superuserUrl)
  url.pathname = '/postgres'
  await ask(url.href, async (client) => {
    const { rowCount } = await client.query("select from pg_roles where rolname = 'msingi'")
    if (!rowCount) await client.query(`create role msingi login createrole password '${password}'`)
    await client.query('create database msingi owner msingi')
  })
}

/** Writes files into a folder, which is made. */
export async function writeAll(folder: string, files: Record<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  for (const [name, text] of Object.entries(files))
    await writeFile(join(folder, name), text, { mode: 0o600 })
}

function commandsOf(nodes: DatabaseNode[]) {
  const nodeNamed = (name: string | undefined) => {
    const node = nodes.find((candidate) => candidate.name === name)
    if (!node) throw new Error(`Patroni names ${name}, which is none of ours`)
    return node
  }
  const withRole = async (role: string) =>
    nodeNamed((await membersOf(nodes)).find((member) => member.role === role)?.name)
  return {
    leader: () => withRole('leader'),
    synchronousStandby: () => withRole('sync_standby'),
    switchOver: async () => {
      const leader = await withRole('leader')
      const { name } = await withRole('sync_standby')
      const url = `http://${leader.link.address}:${ports.patroni}/switchover`
      const body = JSON.stringify({ leader: leader.name, candidate: name })
      const answer = await fetch(url, { method: 'POST', body })
      if (!answer.ok) throw new Error(`Patroni refused: ${answer.status} ${await answer.text()}`)
    },
    killPostmaster: async (node: DatabaseNode) => {
      const file = await readFile(join(node.folder, 'postgresql/17/msingi/postmaster.pid'), 'utf8')
      await node.killInside(Number(file.split('\n')[0]))
    },
    whole: async () => {
      const began = performance.now()
      while (!isWhole(await membersOf(nodes), nodes.length)) {
        if (performance.now() - began > longestFormingMs)
          throw new Error(`The three are not whole: ${JSON.stringify(await membersOf(nodes))}`)
        await sleep(250)
      }
    },
  }
}

function isWhole(members: ClusterMember[], count: number): boolean {
  const roles = members.map(({ role }) => role)
  const follows = members.filter(({ state, lag }) => state === 'streaming' && lag === 0)
  return (
    members.length === count &&
    members.some(({ role, state }) => role === 'leader' && state === 'running') &&
    roles.includes('sync_standby') &&
    follows.length === count - 1
  )
}

/** What Patroni says of its members: the first that answers is believed. */
async function membersOf(nodes: DatabaseNode[]): Promise<ClusterMember[]> {
  for (const { link } of nodes) {
    try {
      const signal = AbortSignal.timeout(longestAskedMs)
      const answer = await fetch(`http://${link.address}:${ports.patroni}/cluster`, { signal })
      const { members } = (await answer.json()) as { members: ClusterMember[] }
      return members
    } catch {
      // This machine is down: the next is asked.
    }
  }
  return []
}

/** For ten seconds: HAProxy notices a new primary after one, and a busy machine answers late. */
export async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await work()
    } catch (fault) {
      if (tries > 20) throw fault
      await sleep(500)
    }
  }
}
