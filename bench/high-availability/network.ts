import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Ground } from '../cluster/machines.ts'

const execute = promisify(execFile)
const run = (program: string, ...words: string[]) => execute(program, words)

/** A network of this machine only: machines in namespaces of their own, and this machine as host 1. */
export type Network = {
  /** The beginning of every address, with the last point. */
  readonly prefix: string
  /** Adds a machine with this host number. */
  add: (name: string, host: number) => Promise<Link>
}

/** The line of a machine to the network. */
export type Link = {
  readonly namespace: string
  readonly address: string
  /** Drops every packet in both directions: nothing is refused, and nothing is answered. */
  goDark: () => Promise<void>
  /** Drops every packet to and from these addresses. */
  cutOff: (others: string[]) => Promise<void>
  /** All packets pass again. */
  heal: () => Promise<void>
}

/** Names and addresses contain the number of this program, so that what a killed run left is recognised. */
export async function makeNetwork(ground: Ground, root: string): Promise<Network> {
  await removeAbandonedNetworks()
  const bridge = `msh${process.pid}`
  const prefix = `10.214.${process.pid % 250}.`
  ground.push(() => run('ip', 'link', 'delete', bridge))
  await run('ip', 'link', 'add', bridge, 'type', 'bridge')
  await run('ip', 'address', 'add', `${prefix}1/24`, 'dev', bridge)
  await run('ip', 'link', 'set', bridge, 'up')
  return {
    prefix,
    add: async (name, host) => {
      const address = `${prefix}${host}`
      const namespace = `msingi-${process.pid}-${name}`
      const [ours, theirs] = [`${bridge}-${host}`, 'eth0']
      ground.push(() => run('ip', 'netns', 'delete', namespace))
      await run('ip', 'netns', 'add', namespace)
      await run('ip', 'link', 'add', ours, 'type', 'veth', 'peer', theirs, 'netns', namespace)
      // A namespace lets go of its end only some time after it was deleted.
      ground.push(() => run('ip', 'link', 'delete', ours))
      await run('ip', 'link', 'set', ours, 'master', bridge, 'up')
      await run('ip', '-n', namespace, 'address', 'add', `${address}/24`, 'dev', theirs)
      for (const link of ['lo', theirs]) await run('ip', '-n', namespace, 'link', 'set', link, 'up')
      return linkOf({ namespace, address, ours, root })
    },
  }
}

type Ends = { namespace: string; address: string; ours: string; root: string }

function linkOf({ namespace, address, ours, root }: Ends): Link {
  const inside = ['netns', 'exec', namespace]
  // The programs of Debian 13 make the rules; heal removes them.
  const onMachine = (...words: string[]) => run('ip', ...inside, 'chroot', root, ...words)
  const qdiscs = [
    (...words: string[]) =>
      run('tc', 'qdisc', ...words.slice(0, 1), 'dev', ours, ...words.slice(1)),
    (...words: string[]) =>
      run('ip', ...inside, 'tc', 'qdisc', ...words.slice(0, 1), 'dev', 'eth0', ...words.slice(1)),
  ]
  return {
    namespace,
    address,
    goDark: async () => {
      for (const qdisc of qdiscs) await qdisc('replace', 'root', 'blackhole')
    },
    cutOff: async (others) => {
      const rules = others.flatMap((other) => [
        `-I INPUT -s ${other} -j DROP`,
        `-I OUTPUT -d ${other} -j DROP`,
      ])
      // All in one step, as when a cable is pulled: neither standby hears more than the other.
      const restore = 'printf "%s\\n" "$@" | iptables-restore --noflush'
      await onMachine('sh', '-c', restore, 'sh', '*filter', ...rules, 'COMMIT')
    },
    heal: async () => {
      await onMachine('iptables', '-F')
      for (const qdisc of qdiscs) await qdisc('delete', 'root').catch(() => undefined)
    },
  }
}

/** Removes the namespaces and networks of runs that were killed, with the processes in them. */
async function removeAbandonedNetworks(): Promise<void> {
  const { stdout: spaces } = await run('ip', 'netns', 'list')
  for (const name of ownedByNoOne(spaces, isRunning)) {
    console.log(`Removing what a killed run left: ${name}`)
    const { stdout: pids } = await run('ip', 'netns', 'pids', name)
    for (const left of pids.split('\n').filter(Boolean)) process.kill(Number(left), 'SIGKILL')
    await run('ip', 'netns', 'delete', name)
  }
  const { stdout: links } = await run('ip', '-brief', 'link', 'show', 'type', 'bridge')
  for (const name of ownedByNoOne(links, isRunning)) await run('ip', 'link', 'delete', name)
}

/** The names of ours in a list, a name a line, whose program no longer runs. Names of others are left alone. */
export function ownedByNoOne(list: string, runs: (pid: number) => boolean): string[] {
  const ours = [...list.matchAll(/^(?:msingi-(\d+)-\S+|msh(\d+)(?=\s))/gm)]
  return ours.flatMap(([name, ofNamespace, ofBridge]) =>
    runs(Number(ofNamespace ?? ofBridge)) ? [] : [name],
  )
}

/** Whether a process has this number now. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (fault) {
    return (fault as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
