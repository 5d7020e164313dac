import { randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Ground } from '../cluster/machines.ts'
import { ask } from '../cluster/postgres.ts'
import { makeDatabase, writeAll } from './database.ts'
import { debianFolder } from './debian.ts'
import { firstHost, operatorsFile, ports } from './files.ts'
import { makeNetwork } from './network.ts'
import { asPostgres, nodeOf } from './node.ts'

const data = '/var/lib/postgresql/17/msingi'
const stanza = '--stanza=msingi'
const longestStartMs = 120_000

/** One PostgreSQL whose changes pgBackRest keeps. */
export type ArchivedDatabase = {
  readonly superuserUrl: string
  readonly productUrl: string
  backUp: () => Promise<void>
  /** Stops the database, brings its files to this moment, and starts it; fulfilled when it is written to. */
  restoreTo: (moment: string) => Promise<void>
}

/** Starts it with the operator's files, an empty database and a repository that is ready. */
export async function startArchivedDatabase(
  folder: string,
  ground: Ground,
): Promise<ArchivedDatabase> {
  const root = await debianFolder(ground)
  const network = await makeNetwork(ground, root)
  const place = join(folder, 'archived')
  const [superuser, product, passphrase] = [secret(), secret(), secret()]
  const settings = await operatorsFile('pgbackrest/pgbackrest.conf')
  await writeAll(place, {
    'pgbackrest.conf': settings.replace('cipher-pass=', `cipher-pass=${passphrase}`),
    'archive.conf': await operatorsFile('pgbackrest/archive.conf'),
    password: superuser,
    'start.sh': script(`${network.prefix}0/24`),
  })
  const link = await network.add('archived', firstHost)
  const node = nodeOf({ name: 'archived', root, folder: place, link })
  ground.push(node.kill)
  await node.start()
  const at = `${link.address}:${ports.postgres}/msingi`
  const superuserUrl = `postgresql://postgres:${superuser}@${at}`
  await untilWritten(superuserUrl.replace(/msingi$/, 'postgres'))
  await makeDatabase(superuserUrl, product)
  const pgbackrest = (...words: string[]) => node.run('pgbackrest', stanza, ...words)
  await pgbackrest('stanza-create')
  await pgbackrest('check')
  const paused = join(place, 'paused')
  return {
    superuserUrl,
    productUrl: `postgresql://msingi:${product}@${at}`,
    backUp: async () => void (await pgbackrest('backup', '--type=full')),
    restoreTo: async (moment) => {
      await writeFile(paused, '')
      await node.run('pg_ctl', 'stop', '-D', data, '-m', 'fast')
      const target = ['--type=time', `--target=${moment}`, '--target-action=promote']
      await pgbackrest('restore', '--delta', ...target)
      await rm(paused)
      await untilWritten(superuserUrl)
    },
  }
}

const secret = () => randomBytes(16).toString('hex')

/** PostgreSQL, started again when it ends, unless it is paused. */
const script = (network: string) => `mkdir -p /run/postgresql ${data}
for place in /run/postgresql /var/spool/pgbackrest /var/log/pgbackrest; do mkdir -p $place; done
chown postgres: /run/postgresql /var/lib/postgresql /var/lib/postgresql/17 ${data} /var/lib/pgbackrest /var/spool/pgbackrest
chown postgres: /srv/pgbackrest.conf /srv/password
as() { ${asPostgres.join(' ')} "$@"; }
if [ ! -f ${data}/PG_VERSION ]; then
  as initdb -D ${data} --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --data-checksums --auth-local=peer --auth-host=scram-sha-256 --pwfile=/srv/password > /srv/initdb.log 2>&1
  cat /srv/archive.conf >> ${data}/postgresql.conf
  printf "listen_addresses = '*'\\nunix_socket_directories = '/var/run/postgresql'\\n" >> ${data}/postgresql.conf
  echo "host all all ${network} scram-sha-256" >> ${data}/pg_hba.conf
fi
while :; do
  [ -e /srv/paused ] || as postgres -D ${data} >> /srv/postgres.log 2>&1
  sleep 0.2
done
`

/** Waits until the database is there and no longer restores. */
async function untilWritten(url: string): Promise<void> {
  const began = performance.now()
  for (;;) {
    const isWritten = await ask(url, async (client) => {
      const { rows } = await client.query<{ restores: boolean }>(
        'select pg_is_in_recovery() as restores',
      )
      return rows[0]?.restores === false
    }).catch((fault: Error) => {
      if (performance.now() - began > longestStartMs) throw fault
      return false
    })
    if (isWritten) return
    await sleep(200)
  }
}
