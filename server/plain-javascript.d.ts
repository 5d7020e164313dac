/** What the set-up, which Node.js 20 must be able to run, shares with the rest. */
declare module '*/folder-lock.mjs' {
  export function withFolderLock<Result>(lock: string, onWait: () => void, work: () => Promise<Result>): Promise<Result>
}
