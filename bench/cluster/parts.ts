import type { ChildProcess } from 'node:child_process'
import type { ObjectStoreSettings } from '../../config/store-settings.ts'
import type { Machines } from './machines.ts'

/** What a cluster may be told. `folder` is kept afterwards, and a second start on it goes on with what is there. */
export type ClusterWish = {
  folder: string
  /** The port of the proxy; a free one by default. */
  port?: number
  /** How many web processes; three by default. */
  webs?: number
  /** Whether there is a standby; by default there is. */
  standby?: boolean
  /** Where primary and standby run; the standby is then synchronous, and stands ready instead of being read. */
  machines?: Machines
  /** A database that stands already, instead of one of ours with a standby. */
  elsewhere?: DatabaseElsewhere
  /** A mail server. The demo's data are loaded, and the installation is then no demo any longer, so that it sends. */
  smtpUrl?: string
  /** Settings of every web process and of the worker, over our own, like LOG_LEVEL or DRAIN_SECONDS. */
  environment?: Record<string, string>
}

/** A superuser's address of a database that is not ours to start, and the address that a process of the product uses. */
export type DatabaseElsewhere = { superuserUrl: string; urlFor: (processName: string) => string }

/** One process of the product: `web-1`, `web-2`… behind the proxy, or `worker`. */
export type ClusterProcess = {
  readonly name: string
  /** Its own port of 127.0.0.1, and the one of its metrics. Both stay the same over restarts. */
  readonly port: number
  readonly metricsPort: number
  /** The present process, or the last one when it has ended. */
  readonly process: ChildProcess
  /** Standard output and error of all its starts, one after another. */
  readonly logPath: string
  /** Sends the signal and waits for nothing. */
  kill: (signal: NodeJS.Signals) => void
  /** Fulfilled when the present process has ended; immediately if it has. */
  ended: () => Promise<void>
  /** Fulfilled when its /readyz says 200; rejected when it ends before, or takes too long. */
  ready: () => Promise<void>
  /** Starts it again, after SIGTERM and the end of one that still runs; fulfilled when its /readyz says 200. */
  restart: () => Promise<void>
}

/** A PostgreSQL of the cluster, on a socket in its own folder. */
export type ClusterPostgres = {
  readonly url: string
  readonly logPath: string
  /** The number of the server's first process while it runs. */
  pid: () => Promise<number | null>
  /** Immediate shutdown, as when power is lost: nothing is written, the next start recovers. Waits for its end. */
  stopImmediately: () => Promise<void>
  /** Fulfilled when it answers questions again. */
  start: () => Promise<void>
  /** Fast shutdown; of one that is starting, when it answers. */
  stop: () => Promise<void>
}

/** An S3 server. While it is stopped its port refuses connections; what it holds stays. */
export type ClusterStore = {
  readonly port: number
  readonly settings: ObjectStoreSettings
  /** Where it keeps its objects. */
  readonly folder: string
  start: () => Promise<void>
  stop: () => Promise<void>
}

/** The reverse proxy in front of the web processes, in the program that started the cluster. */
export type ClusterProxy = {
  readonly port: number
  /** Every process by its name, and whether the proxy sends requests there. */
  inUse: () => Record<string, boolean>
  /** Which process answered the request of this `X-Request-Id`, of the last ten thousand. */
  answeredBy: (requestId: string) => string | undefined
}

/** A running cluster; see `withCluster`. */
export type Cluster = {
  /** What people type: the proxy's address. */
  readonly origin: string
  readonly folder: string
  /** A superuser's addresses of the primary and of the standby. */
  databaseUrl: string
  readonly replicaUrl: string | null
  readonly appSecret: string
  /** Accounts that can sign in, with the password of the demo. */
  readonly signIns: { email: string; password: string; role: string }[]
  readonly webs: ClusterProcess[]
  readonly worker: ClusterProcess
  /** Null when the database is not ours. */
  readonly postgres: ClusterPostgres | null
  readonly standby: ClusterPostgres | null
  readonly store: ClusterStore
  readonly proxy: ClusterProxy
}
