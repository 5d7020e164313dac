import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { environmentWith } from '../../config/config.ts'
import { projectFolder } from '../../server/program.ts'
import { withCleanup } from '../../server/with-cleanup.ts'
import { type Ended, interruptPrograms, must, run } from './machine.ts'

/** Images and containers in their own folder, apart from those of this machine. */
export type Store = {
  folder: string
  podman: (args: string[], options?: { input?: string; longest?: number }) => Promise<string>
  tryPodman: (args: string[], options?: { input?: string; longest?: number }) => Promise<Ended>
  buildah: (args: string[], longest: number) => Promise<string>
  /** Where `startService` answers as Docker does. */
  socket: string
}

export const product = 'localhost/msingi:check'
export const tools = 'localhost/msingi-tools:check'
const base = 'localhost/msingi-base:check'

const certificates = '/etc/ssl/certs/ca-certificates.crt'
/** As `debian:trixie-slim` leaves them out. */
const slim = ['doc', 'man', 'locale'].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`)
const inTools = [
  ...[
    'nodejs',
    'npm',
    'libatomic1',
    'systemd',
    'systemd-sysv',
    'dbus',
    'adduser',
    'curl',
    'iproute2',
    'procps',
  ],
  ...['caddy', 'haproxy', 'prometheus', 'docker-compose', 'kubernetes-client'],
  ...['postgresql', 'patroni', 'python3-etcd', 'etcd-server', 'etcd-client'],
]

const containersConf = (folder: string, openFiles: number) => `[containers]
default_ulimits = ["nofile=${openFiles}:${openFiles}", "nproc=4000:4000"]
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
[network]
network_config_dir = "${join(folder, 'networks')}"
`

/** The most open files that a container may be given here, at most what deploy/compose.yaml gives. */
export async function openFilesHere(): Promise<number> {
  const allowed = Number(await must('sh', ['-c', 'ulimit -Hn']))
  return Math.min(allowed || 65_536, 65_536)
}

async function openStore(folder: string): Promise<Store> {
  for (const name of ['tmp', 'networks']) await mkdir(join(folder, name), { recursive: true })
  const conf = join(folder, 'containers.conf')
  await writeFile(conf, containersConf(folder, await openFilesHere()))
  const settings = { TMPDIR: join(folder, 'tmp'), CONTAINERS_CONF: conf }
  const roots = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')]
  const options = [...roots, '--storage-driver', 'overlay']
  return {
    folder,
    socket: join(folder, 'podman.sock'),
    podman: (args, more) => must('podman', [...options, ...args], { settings, ...more }),
    tryPodman: (args, more) => run('podman', [...options, ...args], { settings, ...more }),
    buildah: (args, longest) => must('buildah', [...options, ...args], { settings, longest }),
  }
}

/** A hundred thousand files, whose removal continues alone when this program may wait no longer. */
async function removeImages(folder: string): Promise<void> {
  const script = 'umount --lazy "$0/root/overlay" 2> /dev/null; rm -rf "$0/root" "$0/run"'
  const removing = run('sh', ['-c', script, folder], { longest: 600 })
  await Promise.race([removing, sleep(40_000, undefined, { ref: false })])
}

async function closeStore({ folder, tryPodman }: Store): Promise<void> {
  await interruptPrograms()
  for (const args of [
    ['rm', '--all', '--force', '--time', '1'],
    ['network', 'prune', '--force'],
    ['volume', 'prune', '--force'],
  ])
    await tryPodman(args, { longest: 15 })
  await removeImages(folder)
}

/** Kills the programs that a killed run left working in its folder. */
async function killPrograms(folder: string, isMeant: (command: string) => boolean): Promise<void> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const root = await readlink(`/proc/${pid}/root`).catch(() => '')
    const isOfRun = command.includes(folder) || root.startsWith(`${folder}/`)
    if (!isOfRun || !isMeant(command)) continue
    try {
      process.kill(Number(pid), 'SIGKILL')
    } catch (fault) {
      if ((fault as NodeJS.ErrnoException).code !== 'ESRCH') throw fault
    }
  }
}

/** Removes what a killed run left running: the next one could not have the addresses of a network that stays. */
export async function closeKilledStore(folder: string): Promise<void> {
  // `conmon` watches a container, which Podman can remove while it does.
  await killPrograms(folder, (command) => !command.includes('conmon'))
  await closeStore(await openStore(folder))
  await killPrograms(folder, () => true)
}

/** Works with a store that is removed afterwards with its containers and networks, also after an interruption. */
export function withStore<Result>(folder: string, work: (store: Store) => Promise<Result>) {
  return withCleanup(() => openStore(folder), closeStore, work)
}

/** The root file systems that stand for the registry's images, and one with the programs that check our files. */
export async function makeBases({ folder, podman }: Store): Promise<void> {
  const settings = { TMPDIR: join(folder, 'tmp') }
  const makeBase = async (image: string, packages: string[]) => {
    const archive = join(folder, 'tmp', `${packages.length}.tar`)
    const include = `--include=${packages.join(',')}`
    const args = ['--variant=minbase', ...slim, include, 'trixie', archive]
    await must('mmdebstrap', args, { settings, longest: 1200 })
    await podman(['import', archive, image], { longest: 300 })
  }
  await Promise.all([
    makeBase(base, ['ca-certificates']),
    makeBase(tools, ['ca-certificates', ...inTools]),
  ])
}

/** The product's image; certificates of this machine are used while packages are fetched. */
export async function buildProduct({ buildah }: Store): Promise<void> {
  const own = existsSync(certificates)
    ? [
        ...['--volume', `${certificates}:${certificates}:ro`],
        ...['--build-arg', `NODE_EXTRA_CA_CERTS=${certificates}`],
      ]
    : []
  await buildah(
    [
      ...['bud', '--isolation', 'chroot', '--network', 'host', '--format', 'docker', '--jobs', '2'],
      ...['--file', join(projectFolder, 'deploy/Containerfile'), '--tag', product, ...own],
      ...['--build-arg', `BUILDER=${tools}`, '--build-arg', `BASE=${base}`, projectFolder],
    ],
    1500,
  )
}

/** Docker's interface to the store, for Compose, until the work has ended. */
export function withService<Result>(
  { folder, socket }: Store,
  work: () => Promise<Result>,
): Promise<Result> {
  const roots = ['--root', join(folder, 'root'), '--runroot', join(folder, 'run')]
  const args = [...roots, '--storage-driver', 'overlay', 'system', 'service', '--time', '0']
  return withCleanup(
    async () => {
      const env = environmentWith({ CONTAINERS_CONF: join(folder, 'containers.conf') })
      const service = spawn('podman', [...args, `unix://${socket}`], {
        env,
        detached: true,
        stdio: 'ignore',
      })
      while (!existsSync(socket) && service.exitCode === null) await sleep(100)
      return service
    },
    async (service) => service.kill(),
    work,
  )
}
