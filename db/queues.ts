/**
 * Queues with their retries (number and seconds). Email is retried for at least a day, the length
 * of a plausible outage; ten retries may follow quickly (app/platform/email/mail-outage.server.ts).
 */
export const queues = [
  { name: 'send-mail', retryLimit: 36, retryDelay: 30, retryBackoff: true, retryDelayMax: 3600 },
  {
    name: 'fan-out-notification',
    retryLimit: 8,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  // A process killed while encoding is detected after these minutes instead of fifteen.
  {
    name: 'encode-picture',
    retryLimit: 6,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 300,
  },
  // As above; unreadable files are no failure, so retries are for technical errors.
  {
    name: 'make-preview',
    retryLimit: 4,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 600,
    expireInSeconds: 120,
  },
  {
    name: 'answer-mail-request',
    retryLimit: 8,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  {
    name: 'expire-requests',
    retryLimit: 4,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  {
    name: 'issue-statements',
    retryLimit: 4,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  {
    name: 'send-reminders',
    retryLimit: 4,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  {
    name: 'restate-statements',
    retryLimit: 8,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  {
    name: 'match-transactions',
    retryLimit: 4,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 600,
  },
  {
    name: 'seal-audit-log',
    retryLimit: 4,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  // The first backup copies every file. A killed one is noticed by its heartbeat, long before.
  {
    name: 'take-backup',
    retryLimit: 2,
    retryDelay: 300,
    retryBackoff: true,
    retryDelayMax: 900,
    expireInSeconds: 43_200,
  },
  { name: 'sweep', retryLimit: 4, retryDelay: 60, retryBackoff: true, retryDelayMax: 3600 },
]

/** The silence after which pg-boss retries a job; app/platform/jobs/lost-jobs.server.ts reacts sooner. */
export const heartbeatSeconds = 60
