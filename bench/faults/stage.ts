import type { Cluster } from '../cluster/parts.ts'
import type { Load } from './load.ts'
import type { MailReceiver } from './mail-receiver.ts'

/** What a fault happens to: the running cluster, the load on it, and the mail server it sends to. */
export type Stage = { cluster: Cluster; load: Load; mail: MailReceiver }

/** What a fault's cause came to, apart from what clients saw: words for the table, and whether its own goal was missed. */
export type FaultReport = { note?: string; missed?: string; notRun?: string }

/** A fault: its cause begins and has ended when `cause` is fulfilled. */
export type Fault = {
  name: string
  what: string
  /** No one may see an error, because nothing is broken: processes are replaced one by one, someone is slow. */
  failsNothing?: true
  cause: (stage: Stage) => Promise<FaultReport>
  /** What is wrong once all is well again for those who ask; null when nothing is. */
  check?: () => Promise<string | null>
}
