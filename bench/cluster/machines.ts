import { execFile } from 'node:child_process'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Stop functions of the parts of a cluster, in the order of their start. */
export type Ground = (() => Promise<unknown>)[]

const run = promisify(execFile)
const hostName = 'primary.msingi.test'

/** A network namespace with its own address, in which a PostgreSQL runs as on another machine. */
export type Machine = {
  address: string
  /** The beginning of the command that runs a program there, as this user. */
  command: (owner: { uid: number; gid: number }) => string[]
  /** Drops every packet in both directions, from now on: nothing is refused, and nothing is answered. */
  goDark: () => Promise<void>
}

/** Two machines for a database, and the name that leads to one of them. */
export type Machines = {
  primary: Machine
  standby: Machine
  /** What the processes of the product see as /etc/hosts. */
  hostsPath: string
  pointTo: (machine: Machine) => Promise<void>
  /** The superuser's address of the database by its name. */
  urlByName: (url: string) => string
}

/** Makes the machines; null where no one may. How they are removed is in `ground` first. */
export async function makeMachines(folder: string, ground: Ground): Promise<Machines | null> {
  const network = `10.213.${process.pid % 250}`
  try {
    await run('ip', ['netns', 'list'])
    const [primary, standby] = [
      await makeMachine(network, 0, ground),
      await makeMachine(network, 1, ground),
    ]
    const hostsPath = join(folder, 'hosts')
    const others = await readFile('/etc/hosts', 'utf8')
    // Written over, not replaced: the processes see this very file.
    const pointTo = ({ address }: Machine) =>
      writeFile(hostsPath, `${others.trimEnd()}\n${address} ${hostName}\n`)
    await pointTo(primary)
    const urlByName = (url: string) => {
      const { username, password, pathname } = new URL(url)
      return `postgresql://${username}:${password}@${hostName}:5432${pathname}`
    }
    return { primary, standby, hostsPath, pointTo, urlByName }
  } catch (fault) {
    console.log(`No network namespace can be made: ${(fault as Error).message.trim()}`)
    return null
  }
}

async function makeMachine(network: string, number: number, ground: Ground): Promise<Machine> {
  const name = `msingi-${process.pid}-${number}`
  const [ours, theirs] = [`ms${process.pid % 1_000_000}-${number}`, 'eth0']
  const [here, address] = [1, 2].map((host) => `${network}.${number * 4 + host}`)
  await run('ip', ['netns', 'add', name])
  // The pair of interfaces goes with its namespace.
  ground.push(() => run('ip', ['netns', 'delete', name]))
  const ip = (...words: string[]) => run('ip', words)
  await ip('link', 'add', ours, 'type', 'veth', 'peer', 'name', theirs, 'netns', name)
  await ip('address', 'add', `${here}/30`, 'dev', ours)
  await ip('link', 'set', ours, 'up')
  await ip('-n', name, 'address', 'add', `${address}/30`, 'dev', theirs)
  for (const link of ['lo', theirs]) await ip('-n', name, 'link', 'set', link, 'up')
  return {
    address: address ?? '',
    command: ({ uid, gid }) => [
      ...['ip', 'netns', 'exec', name],
      ...['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', '--'],
    ],
    goDark: async () => {
      const drop = ['root', 'blackhole']
      await run('tc', ['qdisc', 'replace', 'dev', ours, ...drop])
      await ip('netns', 'exec', name, 'tc', 'qdisc', 'replace', 'dev', theirs, ...drop)
    },
  }
}

/** Lets anyone who has a password in from the other side of the network. */
export async function admitNetwork(cluster: string): Promise<void> {
  await appendFile(join(cluster, 'pg_hba.conf'), '\nhost all all 10.213.0.0/16 scram-sha-256\n')
}

/** How many connections of this machine to that address belong to a process, as the kernel lists them. */
export async function connectionsTo({ address }: Machine): Promise<number> {
  const reversed = address
    .split('.')
    .map((part) => Number(part).toString(16).padStart(2, '0').toUpperCase())
  const remote = `${reversed.toReversed().join('')}:${(5432).toString(16).toUpperCase()}`
  const lines = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1)
  return lines.filter((line) => {
    const cells = line.trim().split(/\s+/)
    return cells[2] === remote && cells[9] !== '0'
  }).length
}
