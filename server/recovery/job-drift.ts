import type pg from 'pg'
import type { SchemaDriftReport } from 'pg-boss'
import { bossOver } from '../../db/boss.ts'
import { attempt } from './attempt.ts'
import { notSo } from './contradictions.ts'

/**
 * What of the tables, indexes, functions, columns and constraints of the jobs is not as pg-boss makes them, which it finds
 * itself. Needs an open transaction.
 */
export async function findJobDrift(client: pg.Client): Promise<string[]> {
  // It goes on without what it cannot ask, and so must the transaction.
  const boss = bossOver(client, (text, values) =>
    attempt(client, () => client.query(text, values), refuse),
  )
  const named = namesOf(await boss.detectSchemaDrift())
  return named.length === 0
    ? []
    : [notSo('the jobs have what pg-boss made for them', named.length, named)]
}

function refuse(message: string): never {
  throw new Error(message)
}

function namesOf(report: SchemaDriftReport): string[] {
  const indexes = [...report.missing, ...report.invalid, ...report.mismatched]
  const functions = [...report.missingFunctions, ...report.mismatchedFunctions]
  const tables = [...report.columnDrift, ...report.constraintDrift].map(({ table }) => table)
  return [
    ...report.missingTables.map((table) => `table ${table}`),
    ...new Set(
      tables
        .filter((table) => !report.missingTables.includes(table))
        .map((table) => `what is in table ${table}`),
    ),
    ...functions.map(({ name }) => `function ${name}`),
    ...indexes.map(({ name }) => `index ${name}`),
    ...(report.enumDrift ? [`type ${report.enumDrift.name}`] : []),
  ]
}
