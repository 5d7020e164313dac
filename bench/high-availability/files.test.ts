import { expect, test } from 'vitest'
import { databaseFiles, haproxyFiles, operatorsFile } from './files.ts'
import { ownedByNoOne } from './network.ts'

const places = { prefix: '10.214.7.', names: ['n1', 'n2', 'n3'] }
const passwords = { superuser: 'first', replication: 'second', rewind: 'third' }

test('OPS-320 the operator’s files are tried with only names, addresses, passwords and ports changed', async () => {
  const second = await databaseFiles(1, places, passwords)
  const environment = second['node.env']
  expect(environment).toContain('PATRONI_NAME=n2\n')
  expect(environment).toContain('PATRONI_POSTGRESQL_CONNECT_ADDRESS=10.214.7.12:5432\n')
  expect(second['config.yml']).toContain(
    'hosts: ["10.214.7.11:2379", "10.214.7.12:2379", "10.214.7.13:2379"]\n',
  )
  expect(environment?.trimEnd().split('\n').slice(-3)).toEqual([
    'PATRONI_SUPERUSER_PASSWORD=first',
    'PATRONI_REPLICATION_PASSWORD=second',
    'PATRONI_REWIND_PASSWORD=third',
  ])
  const etcd = second['etcd.env']
  expect(etcd).toContain('ETCD_NAME=n2\n')
  expect(etcd).toContain('ETCD_LISTEN_PEER_URLS=http://10.214.7.12:2380\n')
  expect(etcd).toContain(
    'ETCD_INITIAL_CLUSTER=n1=http://10.214.7.11:2380,n2=http://10.214.7.12:2380,n3=http://10.214.7.13:2380',
  )
  const listening = { primary: 6000, standbys: 6001, status: 6002 }
  const proxy = (await haproxyFiles(places, listening))['haproxy.cfg']
  expect(proxy?.match(/bind .*/g)).toEqual([
    'bind 127.0.0.1:6000',
    'bind 127.0.0.1:6001',
    'bind 127.0.0.1:6002',
  ])
  expect(proxy).toContain('server n3 10.214.7.13:5432')
  for (const text of [...Object.values(second), proxy])
    expect(text).not.toMatch(/10\.0\.0\.|db[123]/)
})

test('OPS-321 with the operator’s files a commit is confirmed by two machines, and a lost primary is replaced after 20 s', async () => {
  const patroni = await operatorsFile('patroni/config.yml')
  for (const setting of [
    'ttl: 20',
    'loop_wait: 2',
    'retry_timeout: 5',
    'synchronous_mode: true',
    'synchronous_mode_strict: true',
    'use_pg_rewind: true',
  ])
    expect(patroni).toMatch(new RegExp(`^ +${setting}$`, 'm'))
  // Without it Patroni cannot compare timelines, and a machine that comes back is not repaired.
  expect(patroni).toContain('host replication replicator 127.0.0.1/32 scram-sha-256')
  const proxy = await operatorsFile('haproxy/haproxy.cfg')
  expect(proxy).toMatch(/listen primary\n.*\n +option httpchk GET \/primary/)
  // Connections to a machine that no longer leads are closed.
  expect(proxy).toMatch(/inter 1s fastinter 500ms fall 2 rise 1 on-marked-down shutdown-sessions/)
})

test('OPS-322 only networks and namespaces of programs that no longer run are removed', () => {
  const list = 'msingi-11-n1 (id: 0)\nmsingi-12-n1\nother-13-n1\n'
  const links =
    'msh11            UP   aa:bb\nmsh12            UP   aa:bb\nmshare          UP   aa:bb\n'
  const runs = (pid: number) => pid === 12
  expect([list, links].flatMap((text) => ownedByNoOne(text, runs))).toEqual([
    'msingi-11-n1',
    'msh11',
  ])
})

test('OPS-326 the operator’s files for pgBackRest encrypt the copies of the tried cluster, and archive each minute', async () => {
  const settings = await operatorsFile('pgbackrest/pgbackrest.conf')
  const folder = /data_dir: (.+)/.exec(await operatorsFile('patroni/config.yml'))?.[1]
  expect(settings.split('\n')).toEqual(
    expect.arrayContaining([
      'repo1-cipher-type=aes-256-cbc',
      // Everyone has their own passphrase.
      'repo1-cipher-pass=',
      'repo1-retention-full=2',
      `pg1-path=${folder}`,
    ]),
  )
  const archiving = await operatorsFile('pgbackrest/archive.conf')
  const stanza = /^\[(\w+)\]$/gm.exec(settings.replace('[global]', ''))?.[1]
  expect(archiving).toContain(`archive_command = 'pgbackrest --stanza=${stanza} archive-push %p'`)
  expect(archiving).toMatch(/^archive_timeout = 60$/m)
})
