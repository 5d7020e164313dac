import { test } from 'vitest'
import { expectToWork, longest } from './run-script.ts'
import { slowScripts } from './tried-scripts.ts'

test.each(Object.entries(slowScripts))(
  'RT-450 npm run %s works',
  (name, [args, prints]) => expectToWork(name, args, prints),
  longest,
)
