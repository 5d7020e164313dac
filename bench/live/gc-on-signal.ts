import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

// Loaded into a measured server before everything else: on SIGUSR2 it collects its garbage, so that what is left in memory
// is what is held. Nothing of the product knows of it.

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as (how: { type: 'major'; flavor: 'last-resort' }) => void
process.on('SIGUSR2', () => collect({ type: 'major', flavor: 'last-resort' }))
