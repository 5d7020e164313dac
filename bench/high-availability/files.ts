import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { projectFolder } from '../../server/program.ts'
import { asPostgres } from './node.ts'

/** Three machines of a database: their network begins with `prefix`, and the first of them has the number 11. */
export type Places = { prefix: string; names: string[] }
export type Passwords = { superuser: string; replication: string; rewind: string }

export const ports = { postgres: 5432, patroni: 8008 }
export const firstHost = 11
const namesInFiles = ['db1', 'db2', 'db3']
const prefixInFiles = '10.0.0.'

/** A file of deploy/. */
export const operatorsFile = (path: string) => readFile(join(projectFolder, 'deploy', path), 'utf8')

/** The operator's files for one machine, with our network instead of theirs. */
export async function databaseFiles(
  index: number,
  { prefix, names }: Places,
  passwords: Passwords,
): Promise<Record<string, string>> {
  const ofAll = (text: string) => renamed(text, names).replaceAll(prefixInFiles, prefix)
  const ofThis = (line: string) =>
    line.startsWith('ETCD_INITIAL_CLUSTER=')
      ? line
      : line
          .replaceAll(`${prefixInFiles}${firstHost}`, `${prefixInFiles}${firstHost + index}`)
          .replaceAll(namesInFiles[0] ?? '', namesInFiles[index] ?? '')
  const adapted = async (path: string) =>
    ofAll((await operatorsFile(path)).split('\n').map(ofThis).join('\n'))
  const environment = await adapted('patroni/node.env')
  const secrets = Object.entries(passwords).map(
    ([who, password]) => `PATRONI_${who.toUpperCase()}_PASSWORD=${password}`,
  )
  return {
    'config.yml': ofAll(await operatorsFile('patroni/config.yml')),
    'node.env': `${environment}\n${secrets.join('\n')}\n`,
    'etcd.env': await adapted('patroni/etcd.env'),
    'start.sh': databaseScript,
  }
}

function renamed(text: string, names: string[]): string {
  return names.reduce((now, name, index) => now.replaceAll(namesInFiles[index] ?? '', name), text)
}

/** What a machine of the database runs: etcd and Patroni, each started again when it ends, as a supervisor would. */
const databaseScript = `mkdir -p /run/postgresql
chmod 0700 /var/lib/etcd
chown postgres: /run/postgresql /var/lib/etcd /var/lib/postgresql /srv/config.yml
as() { ${asPostgres.join(' ')} "$@"; }
set -a; . /srv/etcd.env; . /srv/node.env; set +a
while :; do as etcd --log-level warn >> /srv/etcd.log 2>&1; sleep 1; done &
while :; do as patroni /srv/config.yml >> /srv/patroni.log 2>&1; sleep 1; done &
while :; do wait; sleep 1; done
`

/** HAProxy's ports of 127.0.0.1. */
export type Listening = { primary: number; standbys: number; status: number }

/** The operator's HAProxy before the three, on this machine. */
export async function haproxyFiles(
  { prefix, names }: Places,
  listening: Listening,
): Promise<Record<string, string>> {
  const text = renamed(await operatorsFile('haproxy/haproxy.cfg'), names)
  return {
    'haproxy.cfg': text
      .replaceAll(prefixInFiles, prefix)
      .replace('127.0.0.1:5000', `127.0.0.1:${listening.primary}`)
      .replace('127.0.0.1:5001', `127.0.0.1:${listening.standbys}`)
      .replace('127.0.0.1:7000', `127.0.0.1:${listening.status}`),
    'start.sh': 'exec haproxy -db -f /srv/haproxy.cfg\n',
  }
}
