import { join } from 'node:path'
import { projectFolder } from '../../server/program.ts'
import { withCleanup } from '../../server/with-cleanup.ts'
import { Pace } from '../pace.ts'
import { email, password, until } from './compose.ts'
import { accepted, type Report, seconds } from './report.ts'
import { product, type Store, tools } from './store.ts'

const container = 'msingi-units'
/** Seconds from `kill -9` until the product is ready again. */
const longestRestart = 5
const rounds = 3

type Inside = (script: string, input?: string) => Promise<string>

/** The steps of docs/installing.md; the version's folder is the one of the image. */
const install = `
adduser --system --group --no-create-home --home /var/lib/msingi msingi
mkdir -p /opt/msingi && ln -sfn /opt/image/app /opt/msingi/current
ln -sfn "current/$(cd /opt/image/app && ls -d node_modules/node-linux-*)/bin/node" /opt/msingi/node
install -d -m 0750 -g msingi /etc/msingi && cd /opt/deploy
install -m 0640 -g msingi systemd/msingi.env /etc/msingi/msingi.env
echo 'smtp://127.0.0.1:9' | install -m 0640 -g msingi /dev/stdin /etc/msingi/smtp-url
cp systemd/*.service systemd/*.timer /etc/systemd/system/
install -m 0755 systemd/msingi /usr/local/bin/msingi
install -d -m 0700 -o msingi -g msingi /var/backups/msingi
systemctl daemon-reload && systemctl enable --now msingi msingi-backup.timer`

const domain = 'invest.example.com'
const installCaddy = `
cp /opt/deploy/Caddyfile /etc/caddy/Caddyfile && mkdir -p /etc/systemd/system/caddy.service.d
printf '[Service]\\nEnvironment=DOMAIN=${domain} "TLS=tls internal"\\n' > /etc/systemd/system/caddy.service.d/msingi.conf
systemctl daemon-reload && systemctl restart caddy`

/** The same page's steps for PostgreSQL, on one machine only, which therefore may confirm commits alone. */
const installDatabase = `
ip address add 10.0.0.11/32 dev lo
sed -E 's/,db[23]=[^,]*//g' /opt/deploy/patroni/etcd.env > /etc/default/etcd
systemctl start etcd && etcdctl endpoint health
sed 's/_strict: true/_strict: false/; s/, "10[^]]*//' /opt/deploy/patroni/config.yml > /etc/patroni/config.yml
sed -E 's/(PASSWORD=)$/\\1of-this-check-only/' /opt/deploy/patroni/node.env > /etc/patroni_env.conf
chown postgres: /etc/patroni/config.yml /etc/patroni_env.conf && chmod 0600 /etc/patroni/config.yml /etc/patroni_env.conf`

const installProcesses = `
cd /opt/deploy && systemctl stop msingi
runuser -u postgres -- psql -c "create role msingi login createrole password 'of-this-check-only'" -c 'create database msingi owner msingi'
hosts=10.0.0.11:5432,10.0.0.12:5432,10.0.0.13:5432
echo "postgresql://msingi:of-this-check-only@$hosts/msingi?target_session_attrs=read-write" | install -m 0640 -g msingi /dev/stdin /etc/msingi/database-url
head -c 32 /dev/urandom | base64 | install -m 0640 -g msingi /dev/stdin /etc/msingi/app-secret
sed -i -E 's/^#(PROCESS_TYPE|DATABASE_URL_FILE|APP_SECRET_FILE)/\\1/; s/^(DATA_DIR=).*/\\1\\/var\\/lib\\/msingi\\/processes/' /etc/msingi/msingi.env
cp systemd/worker.env /etc/msingi/worker.env
systemctl start msingi && systemctl enable --now msingi-worker`

/** Prints the milliseconds until a unit that was killed is ready again. */
const killAndWait = (unit: string, port: number) => `
pid=$(systemctl show --property=MainPID --value ${unit}); began=$(date +%s%3N); [ "$pid" -gt 0 ]; kill -9 "$pid"
until [ "$(systemctl show --property=MainPID --value ${unit})" != "$pid" ] && curl -fs -o /dev/null http://127.0.0.1:${port}/readyz
do [ $(( $(date +%s%3N) - began )) -lt 90000 ] || exit 1; sleep 0.05; done
echo $(( $(date +%s%3N) - began ))`

async function startMachine({ podman }: Store): Promise<Inside> {
  await podman([
    ...['run', '--detach', '--name', container, '--systemd=always', '--network', 'none'],
    ...['--cap-add', 'SYS_ADMIN,NET_ADMIN', '--security-opt', 'seccomp=unconfined'],
    ...['--mount', `type=image,source=${product},destination=/opt/image`],
    ...['--volume', `${join(projectFolder, 'deploy')}:/opt/deploy:ro`, tools, '/sbin/init'],
  ])
  const inside: Inside = (script, input) =>
    podman(['exec', ...(input ? ['--interactive'] : []), container, 'sh', '-ec', script], {
      ...(input && { input }),
    })
  await until('systemd runs', async () => (await inside('systemctl is-system-running')) !== '')
  return inside
}

/** Starts the units under systemd in a container without a network, and kills them. */
export function checkUnits(store: Store, report: Report): Promise<void> {
  return withCleanup(
    () => startMachine(store),
    () => store.tryPodman(['rm', '--force', '--time', '1', container]),
    async (inside) => {
      // Debian's packages start them, and our files come first.
      await inside('systemctl disable --now postgresql etcd patroni haproxy caddy 2>&1')
      await checkAlone(inside, report)
      await checkProcesses(inside, report)
    },
  )
}

async function checkAlone(inside: Inside, report: Report): Promise<void> {
  const isReady = (port: number) => async () =>
    (await inside(`curl -fs http://127.0.0.1:${port}/readyz`)) !== ''
  await report.add('systemd: start', 'ready', async () => {
    await inside(install)
    return { result: `after ${seconds(await until('ready', isReady(3000)))}`, isMet: true }
  })
  await report.add('systemd/*', 'systemd-analyze verify accepts it', () =>
    accepted(inside('systemd-analyze verify /etc/systemd/system/msingi*')),
  )
  await report.add('systemd: exposure', 'below 2 of 10', async () => {
    const text = await inside('systemd-analyze security --no-pager msingi.service | tail -1')
    const exposure = Number(/[\d.]+/.exec(text.replace('msingi.service', ''))?.[0])
    return { result: `${exposure}`, isMet: exposure < 2 }
  })
  await checkRestart(inside, report, 'msingi', 3000)
  await report.add('systemd: commands', 'an administrator, verify', async () => {
    await inside(`msingi admin:create ${email} "Amina Yusuf"`, `${password}\n`)
    const output = await inside('msingi verify')
    return { result: output.split('\n').at(-1) ?? '', isMet: output.includes('Audit log') }
  })
  await report.add('systemd: caddy', 'a page over TLS', async () => {
    await inside(installCaddy)
    const address = `https://${domain}/login`
    const fetched = `curl -fks --resolve ${domain}:443:127.0.0.1 -o /dev/null -w '%{http_code}' ${address}`
    await until('a page', async () => (await inside(fetched)) === '200')
    return { result: '200', isMet: true }
  })
  await report.add('systemd: backup', 'a file, and the timer waits', async () => {
    await inside('systemctl start msingi-backup')
    const file = await inside('ls /var/backups/msingi')
    const timer = await inside('systemctl is-active msingi-backup.timer')
    return { result: file, isMet: file.endsWith('.zip') && timer === 'active' }
  })
  await report.add('systemd: stop', 'within its time, nothing left', async () => {
    await inside('systemctl stop msingi')
    const end = await inside('systemctl show --property=Result --value msingi')
    const left = await inside('pgrep -u msingi -l || [ $? = 1 ]')
    return { result: `${end} ${left}`.trim(), isMet: end === 'success' && left === '' }
  })
}

/** The median, because a busy machine delays some; the goal is for the reference machine, as those of other benches. */
const checkRestart = (inside: Inside, report: Report, unit: string, port: number) =>
  report.add(`${unit}: ready after kill -9`, `median below ${longestRestart} s`, async () => {
    const pace = new Pace()
    const times: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await pace.sample()
      times.push(Number((await inside(killAndWait(unit, port))).split('\n').at(-1)))
      await pace.sample()
    }
    const [shortest = 0, median = 0, longest = 0] = times.toSorted((a, b) => a - b)
    const all = [shortest, median, longest].map(seconds).join(', ')
    const isMet = median < pace.allowed(longestRestart) * 1000
    return { result: `${all} (goal times ${pace.factor.toFixed(1)})`, isMet }
  })

/** Web process and worker with a PostgreSQL under Patroni, by the same files. */
async function checkProcesses(inside: Inside, report: Report): Promise<void> {
  await inside(installDatabase)
  const withSettings = 'set -a; . /etc/patroni_env.conf; exec runuser -u postgres --'
  await report.add('patroni/config.yml', 'patroni --validate-config accepts it', () =>
    accepted(inside(`${withSettings} patroni --validate-config /etc/patroni/config.yml`)),
  )
  await report.add('patroni: start', 'a leader', async () => {
    await inside('systemctl start patroni')
    const list = 'patronictl -c /etc/patroni/config.yml list'
    const time = await until('a leader', async () => /Leader.*running/.test(await inside(list)))
    return { result: `after ${seconds(time)}`, isMet: true }
  })
  await report.add('haproxy: start', 'port 5000 leads to the primary', async () => {
    await inside('cp /opt/deploy/haproxy/haproxy.cfg /etc/haproxy/ && systemctl start haproxy')
    const query = `psql -h 127.0.0.1 -p 5000 -U postgres -Atc 'select pg_is_in_recovery()'`
    await until(
      'a primary',
      async () => (await inside(`PGPASSWORD=of-this-check-only ${query}`)) === 'f',
    )
    return { result: 'it does', isMet: true }
  })
  await report.add('systemd: web and worker', 'ready', async () => {
    await inside(installProcesses)
    for (const port of [3000, 3100])
      await until(
        'ready',
        async () => (await inside(`curl -fs http://127.0.0.1:${port}/readyz`)) !== '',
      )
    return { result: 'both', isMet: true }
  })
  await checkRestart(inside, report, 'msingi-worker', 3100)
}
