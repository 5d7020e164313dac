import { useSyncExternalStore } from 'react'
import type { Sending } from '../../parts/send-with-progress.ts'

/** One of several files, each of which becomes a document. `key` is its idempotency key. */
export type ChosenFile = {
  key: string
  file: File
  title: string
  state:
    | { is: 'waiting' | 'stored' }
    | { is: 'sending'; progress: Sending }
    | { is: 'refused'; field: 'title' | 'file'; because: string }
}

/** Files that may be uploaded with one form. */
export const mostChosen = 20

let chosen: readonly ChosenFile[] = []
const watchers = new Set<() => void>()

function publish(next: readonly ChosenFile[]) {
  chosen = next
  for (const watcher of watchers) watcher()
}

/** The chosen files when there are several. */
export function useChosenFiles(): readonly ChosenFile[] {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    chosenFiles,
    () => none,
  )
}

const none: readonly ChosenFile[] = []

export const chosenFiles = (): readonly ChosenFile[] => chosen

/** Adds files titled after their names. A file above the limit is refused before it is uploaded. */
export function addFiles(files: readonly File[], limitBytes: number) {
  const added = files.slice(0, mostChosen - chosen.length).map((file): ChosenFile => {
    const because = `This file is larger than ${Math.floor(limitBytes / 1_048_576)} MB. Choose a smaller one.`
    const state =
      file.size > limitBytes ? { is: 'refused' as const, field: 'file' as const, because } : waiting
    return { key: newKey(), file, title: titleOf(file.name), state }
  })
  publish([...chosen, ...added])
}

const waiting = { is: 'waiting' as const }

/** Returns whether all remaining files are stored. */
export function removeFile(key: string): { isDone: boolean } {
  const left = chosen.filter((entry) => entry.key !== key)
  const isDone = left.length > 0 && left.every(({ state }) => state.is === 'stored')
  publish(isDone ? [] : left)
  return { isDone }
}

export const forgetFiles = () => publish([])

/** A new title allows another attempt, unless the file itself was refused. */
export function retitle(key: string, title: string) {
  updateFile(key, (entry) => ({
    ...entry,
    title,
    state: entry.state.is === 'refused' && entry.state.field === 'title' ? waiting : entry.state,
  }))
}

export function setState(key: string, state: ChosenFile['state']) {
  updateFile(key, (entry) => ({ ...entry, state }))
}

function updateFile(key: string, how: (entry: ChosenFile) => ChosenFile) {
  publish(chosen.map((entry) => (entry.key === key ? how(entry) : entry)))
}

/** `progress-report_2026.pdf` becomes "progress report 2026". */
function titleOf(name: string): string {
  const words = name.replace(/\.[^.\s]+$/, '').replaceAll(/[-_\s]+/g, ' ')
  return [...words.trim()].slice(0, 200).join('')
}

/** A random UUID; `crypto.randomUUID` only exists in secure contexts. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
}
