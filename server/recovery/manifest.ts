import { z } from 'zod'

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const member = z.object({ bytes: z.int().nonnegative(), sha256 })
const rows = member.extend({ rows: z.int().nonnegative() })

/** What stands in `manifest.json`, the last member of a backup. A change that older versions cannot read takes a new `version`. */
export const manifestSchema = z.object({
  format: z.literal('msingi-backup'),
  version: z.literal(1),
  product: z.string(),
  postgres: z.string(),
  takenAt: z.iso.datetime(),
  /** Tells whether an app-secret is the one of this backup, and nothing else of it. */
  secret: sha256,
  migrations: z.array(z.object({ name: z.string(), sha256 })).min(1),
  tables: z.array(
    rows.extend({ schema: z.string(), name: z.string(), columns: z.array(z.string()).min(1) }),
  ),
  counters: z.array(
    z.object({
      schema: z.string(),
      table: z.string(),
      column: z.string(),
      last: z.string(),
      called: z.boolean(),
    }),
  ),
  jobs: rows,
  /** The hash of the last seal of the audit log as the worker keeps it; not in backups of before migration 0045. */
  sealedHash: z.union([sha256, z.literal('')]).optional(),
  /** Of the list `files.sha256`; `count` files stand in it, with `stored` bytes together. */
  files: member.extend({ count: z.int().nonnegative(), stored: z.int().nonnegative() }),
  /** Keys of files that a row names and the store did not have. */
  missing: z.array(z.string()),
})

export type Manifest = z.infer<typeof manifestSchema>
export type Migration = Manifest['migrations'][number]

/** Whether a restore goes on with the app-secret of the backup, or with another one and without second factors. */
export type SecretChoice = 'same-secret' | 'new-secret'

export const memberOf = ({ schema, name }: { schema: string; name: string }) =>
  `tables/${schema}.${name}.copy`
export const jobsMember = 'jobs.copy'
export const filesMember = 'files.sha256'
export const manifestMember = 'manifest.json'
export const memberOfFile = (key: string) => `files/${key}`
