/**
 * Queues of the worker: the name, and how often and how far apart (in seconds) a failed job is tried again. Mail is
 * tried for a day at least, because that is how long a mail server may well be gone: ten of its tries may follow each
 * other quickly (app/platform/email/mail-outage.server.ts).
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
  // A program that was killed while it encoded is found out after these minutes, and not after the usual fifteen.
  {
    name: 'encode-picture',
    retryLimit: 6,
    retryDelay: 30,
    retryBackoff: true,
    retryDelayMax: 3600,
    expireInSeconds: 300,
  },
  // As above; what cannot be drawn is no failure, so these tries are for machinery that breaks.
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
    name: 'restate-statements',
    retryLimit: 8,
    retryDelay: 5,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  {
    name: 'seal-audit-log',
    retryLimit: 4,
    retryDelay: 60,
    retryBackoff: true,
    retryDelayMax: 3600,
  },
  { name: 'sweep', retryLimit: 4, retryDelay: 60, retryBackoff: true, retryDelayMax: 3600 },
]

/**
 * Workers say that they still do a job (app/platform/jobs/lost-jobs.server.ts looks whether they do, and acts within seconds);
 * after so many seconds of silence pg-boss itself takes the job from them.
 */
export const heartbeatSeconds = 60
